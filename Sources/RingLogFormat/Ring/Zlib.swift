// The zlib codec. Contexts are kept: setting one up costs more than compressing a small block.
import CZlib

/// Compresses payloads, one after the other, each on its own.
public struct Deflater: ~Copyable {
    // zlib remembers the address of its stream, so it must never move.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Level 0 (stores) to 9 (smallest). About 256 KiB of memory. Nil if there is none.
    public init?(level: Int32 = 6) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(stream, level, Z_DEFLATED, 15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
            stream.deallocate()
            return nil
        }
        self.stream = stream
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// The compressed payload; nil if it would not be shorter than `most` bytes.
    public mutating func compress(_ raw: Bytes, most: Int) -> [UInt8]? {
        guard deflateReset(stream) == Z_OK else { return nil }
        return raw.withUnsafeBytes { input in
            let output = [UInt8](unsafeUninitializedCapacity: most) { memory, count in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = memory.baseAddress
                stream.pointee.avail_out = UInt32(most)
                let isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
                count = isWhole ? most - Int(stream.pointee.avail_out) : 0
            }
            return output.isEmpty || output.count >= most ? nil : output
        }
    }
}

/// Decompresses payloads, one after the other.
public struct Inflater: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>

    /// About 40 KiB of memory. Nil if there is none.
    public init?() {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            stream.deallocate()
            return nil
        }
        self.stream = stream
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Exactly `length` bytes from exactly all of `stored`, else nil. Never writes more, whatever the input says.
    public mutating func decompress(_ stored: Bytes, length: Int) -> [UInt8]? {
        guard inflateReset(stream) == Z_OK else { return nil }
        return stored.withUnsafeBytes { input in
            var isWhole = false
            let output = [UInt8](unsafeUninitializedCapacity: length) { memory, count in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = memory.baseAddress
                stream.pointee.avail_out = UInt32(length)
                let status = inflate(stream, Z_FINISH)
                count = length - Int(stream.pointee.avail_out)
                isWhole = status == Z_STREAM_END && stream.pointee.avail_in == 0 && count == length
            }
            return isWhole ? output : nil
        }
    }
}
