// Bytes to the standard output and lines to the standard error, over write(2).

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why writing stopped.
enum OutputError: Error, Equatable {
    /// Nobody reads any more (`logdecode … | head`): no failure, nothing is to be said.
    case closed
    case failed(String)
}

/// Collects bytes and writes them in large pieces.
final class Output {
    private let descriptor: Int32
    private var pending: [UInt8] = []
    private static let pieceSize = 128 << 10

    init(descriptor: Int32) {
        self.descriptor = descriptor
        pending.reserveCapacity(2 * Self.pieceSize)
    }

    func write(_ bytes: some Collection<UInt8>) throws(OutputError) {
        pending.append(contentsOf: bytes)
        if pending.count >= Self.pieceSize { try flush() }
    }

    func write(_ text: String) throws(OutputError) {
        try write(text.utf8)
    }

    func flush() throws(OutputError) {
        var written = 0
        while written < pending.count {
            let result = pending.withUnsafeBytes { bytes in
                systemWrite(descriptor, bytes.baseAddress! + written, bytes.count - written)
            }
            if result >= 0 {
                written += result
            } else {
                try recover(from: errno)
            }
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Returns if the call should be repeated.
    private func recover(from code: Int32) throws(OutputError) {
        switch code {
        case EINTR: return
        case EAGAIN:
            // The other end shares its non-blocking mode with us (a terminal, a socket).
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&request, 1, -1)
        case EPIPE:
            pending.removeAll()
            throw .closed
        default:
            pending.removeAll()
            throw .failed("cannot write the output: \(String(cString: strerror(code)))")
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// Messages on the standard error. If they cannot be written there is nobody to tell.
enum Messages {
    static func say(_ text: String) {
        var line = Array("logdecode: ".utf8)
        line.appendMessage(text)
        line.append("\n")
        let output = Output(descriptor: 2)
        try? output.write(line)
        try? output.flush()
    }

    /// Prepares the process: a closed pipe is an error code, not a signal, and no input takes the place of a standard
    /// descriptor that was closed by the caller. /dev/null is opened for reading only, so that writing to it fails.
    static func prepareProcess() {
        signal(SIGPIPE, SIG_IGN)
        while true {
            let descriptor = open("/dev/null", O_RDONLY)
            if descriptor > 2 {
                close(descriptor)
                return
            }
            if descriptor < 0 { return }
        }
    }
}

extension [UInt8] {
    /// Appends a message that quotes names and paths: safe for a terminal, backslashes as they are.
    mutating func appendMessage(_ text: String) {
        let bytes = Array(text.utf8)
        var walker = TextWalker(bytes)
        while let unit = walker.next() {
            switch unit {
            case .plain(let range): append(contentsOf: bytes[range])
            case .special(0x5C): append("\\")
            case .special(let scalar): appendEscaped(Array(String(Unicode.Scalar(scalar)!).utf8))
            case .invalid(let byte): appendEscaped([byte])
            }
        }
    }
}
