// Counters in a mapped file: what a process has counted there stays readable for others after it was killed.

import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A new file of 64-bit counters, all zero, mapped for the life of the process.
public struct SharedCounters: @unchecked Sendable {
    // Unchecked, since a pointer is not Sendable; what it points to is only ever touched atomically.
    private let words: UnsafeMutableBufferPointer<Atomic<UInt64>>

    /// Creates (or empties) the file at `path`. Nil if that fails; `errno` says why.
    public init?(at path: String, count: Int) {
        let bytes = count * MemoryLayout<UInt64>.stride
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard ftruncate(descriptor, off_t(bytes)) == 0 else { return nil }
        let mapping = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let mapping, mapping != MAP_FAILED else { return nil }
        let base = mapping.bindMemory(to: Atomic<UInt64>.self, capacity: count)
        words = UnsafeMutableBufferPointer(start: base, count: count)
    }

    /// Adds one. Releasing, so that whoever reads the count also sees what was done before it was made.
    public func increment(_ index: Int) {
        precondition(words.indices.contains(index))
        words[index].wrappingAdd(1, ordering: .releasing)
    }
}
