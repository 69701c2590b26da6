// Words in a mapped file: what a process has stored there stays readable for the one that killed it.

import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file of 64-bit words, mapped by both sides, touched by atomic operations only.
final class SharedWords: @unchecked Sendable {
    // Unchecked, since a pointer is not Sendable; what it points to is atomic, and its bounds are checked here.
    private let words: UnsafeMutableBufferPointer<Atomic<UInt64>>

    /// Maps the file at `path`, which gets at least `count` words. Throws an errno.
    init(path: String, count: Int) throws(SystemFailure) {
        let bytes = count * MemoryLayout<UInt64>.stride
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemFailure("open \(path)") }
        defer { close(descriptor) }
        guard ftruncate(descriptor, off_t(bytes)) == 0 else { throw SystemFailure("ftruncate \(path)") }
        let mapping = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let mapping, mapping != MAP_FAILED else { throw SystemFailure("mmap \(path)") }
        words = UnsafeMutableBufferPointer(
            start: mapping.bindMemory(to: Atomic<UInt64>.self, capacity: count), count: count)
    }

    deinit { munmap(words.baseAddress, words.count * MemoryLayout<UInt64>.stride) }

    /// Stores go out in order: whoever sees one sees what was stored before it.
    subscript(index: Int) -> UInt64 {
        get { word(index).pointee.load(ordering: .acquiring) }
        set { word(index).pointee.store(newValue, ordering: .releasing) }
    }

    func increment(_ index: Int) { word(index).pointee.wrappingAdd(1, ordering: .releasing) }

    private func word(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        precondition(words.indices.contains(index), "no such word")
        return words.baseAddress! + index
    }
}

/// Something that this machine refused; the harness cannot go on.
struct SystemFailure: Error, CustomStringConvertible {
    let description: String
    init(_ call: String, _ code: Int32 = errno) { description = "\(call): \(systemText(code))" }
    init(because reason: String) { description = reason }
}
