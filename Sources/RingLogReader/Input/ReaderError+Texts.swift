#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension ReaderError {
    static func cannotOpen(_ path: String, _ code: Int32) -> ReaderError {
        ReaderError(reason: .system(code), path: path, description: "cannot open \(shown(path)): \(systemText(code))")
    }

    static func cannotRead(_ path: String, at offset: UInt64, _ code: Int32) -> ReaderError {
        ReaderError(
            reason: .system(code), path: path, offset: offset,
            description: "cannot read \(shown(path)) at \(offset): \(systemText(code))")
    }

    static func cannotSpool(_ code: Int32) -> ReaderError {
        ReaderError(
            reason: .noSpool(code), path: "-",
            description:
                "cannot keep a copy of the standard input: \(systemText(code)); set TMPDIR to a directory with room")
    }

    static func notAFile(_ path: String, mode: mode_t) -> ReaderError {
        let what =
            switch mode & S_IFMT {
            case S_IFIFO: "a FIFO"
            case S_IFCHR, S_IFBLK: "a device"
            case S_IFSOCK: "a socket"
            default: "not a regular file"
            }
        return ReaderError(
            reason: .notAFile, path: path,
            description: path == "-"
                ? "the standard input is \(what), not a file or a pipe"
                : "\(path) is \(what), not a file; copy it to one, or pipe it in and read it as -")
    }

    static func empty(_ path: String) -> ReaderError {
        ReaderError(reason: .empty, path: path, description: "\(shown(path)) is empty")
    }

    static func notARing(_ path: String, lookingLike kind: String?) -> ReaderError {
        let guess = kind.map { "; it looks like \($0)" } ?? ""
        return ReaderError(
            reason: .notARing(lookingLike: kind), path: path,
            description: "\(shown(path)) is not a RingLog file and holds no part of one\(guess)")
    }

    static func newerVersion(_ path: String, _ version: UInt32) -> ReaderError {
        ReaderError(
            reason: .newerVersion(version), path: path,
            description:
                "\(shown(path)) has format version \(version), this program reads version 1; use a newer logdecode")
    }

    static func unknownFeatures(_ path: String, _ bits: UInt64) -> ReaderError {
        ReaderError(
            reason: .unknownFeatures(bits), path: path,
            description:
                "\(shown(path)) uses incompatible features 0x\(String(bits, radix: 16)) that this program does not "
                + "know; use a newer logdecode")
    }
}

/// What people call it.
private func shown(_ path: String) -> String { path == "-" ? "the standard input" : path }

private func systemText(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    let text = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return String(decoding: text, as: UTF8.self)
}
