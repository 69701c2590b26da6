/// What has an overload of its own, found at run time where a value is in an `Any`.
protocol LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?)
}

extension Int: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(integer: self, traits, key, .public)
    }
}

extension Int8: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(integer: self, traits, key, .public)
    }
}

extension Int16: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(integer: self, traits, key, .public)
    }
}

extension Int32: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(integer: self, traits, key, .public)
    }
}

extension Int64: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(integer: self, traits, key, .public)
    }
}

extension UInt: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(integer: self, traits, key, .public)
    }
}

extension UInt8: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(integer: self, traits, key, .public)
    }
}

extension UInt16: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(integer: self, traits, key, .public)
    }
}

extension UInt32: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(integer: self, traits, key, .public)
    }
}

extension UInt64: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(integer: self, traits, key, .public)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(integer: self, traits, key, .public)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(integer: self, traits, key, .public)
    }
}

extension Double: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(.double, bitPattern, traits, key, .public)
    }
}

extension Float: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(.float, UInt64(bitPattern), traits, key, .public)
    }
}

#if !(arch(x86_64) && (os(macOS) || targetEnvironment(macCatalyst)))
    extension Float16: LogPrimitive {
        func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
            interpolation.store(.float, UInt64(Float(self).bitPattern), traits, key, .public)
        }
    }
#endif

extension Bool: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(.bool, self ? 1 : 0, traits, key, .public)
    }
}

extension String: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(self, traits, key, .public)
    }
}

extension Substring: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(self, traits, key, .public)
    }
}

extension Character: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(String(self), traits, key, .public)
    }
}

extension Unicode.Scalar: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(String(self), traits, key, .public)
    }
}

extension StaticString: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        interpolation.store(self, traits, key, .public)
    }
}

// So an optional in an optional, or in `Any`, is seen through.
extension Optional: LogPrimitive {
    func append(to interpolation: inout LogInterpolation, _ traits: LogTraits, _ key: StaticString?) {
        if let self {
            interpolation.store(any: self, traits, key, .public)
        } else {
            interpolation.store(.null, traits, key)
        }
    }
}
