// Reads a gathered message back from the scratch, independently of the engine.
import CRingLog
import Glibc
import Synchronization

@testable import RingLog

/// A message as it lies in the scratch.
struct Gathered: Equatable {
    struct Argument: Equatable {
        var literal: String
        var type: UInt8
        var value: [UInt8]
        var key: String?
        var style: UInt8
        var flags: UInt8
        var precision: UInt8
        var columns: Int16

        var word: UInt64 { value.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) } }
        /// Of a string or bytes: what is stored, and how many bytes were cut behind it.
        var bytes: [UInt8] { Array(value[8..<8 + Int(word & 0xFFFF_FFFF)]) }
        var cut: UInt64 { word >> 32 }
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    var arguments: [Argument] = []
    var last = ""
    var shape: UInt64
    var isCut: Bool

    var codes: [UInt8] { arguments.map(\.type) }

    init(_ message: LogMessage) { self.init(message.message!) }

    init(_ message: UnsafeMutablePointer<rl_message>) {
        let header = message.pointee
        shape = header.shape
        isCut = header.cut != 0
        var at = UnsafeRawPointer(message + 1)
        for _ in 0..<header.entries {
            let entry = at.load(as: rl_entry.self)
            at += MemoryLayout<rl_entry>.size
            arguments.append(
                Argument(
                    literal: Self.text(entry.literal, entry.literal_length), type: entry.type,
                    value: Array(UnsafeRawBufferPointer(start: at, count: Int(entry.value_length))),
                    key: entry.key == nil ? nil : Self.text(entry.key, entry.key_length), style: entry.style,
                    flags: entry.flags, precision: entry.precision, columns: entry.columns))
            at += Int(entry.value_length)
        }
        let bytes = UnsafeRawPointer(message).distance(to: at)
        precondition(bytes == Int(header.length), "length and entries disagree")
        precondition(arguments.reduce(0) { $0 + $1.value.count } == Int(header.values), "values are miscounted")
        precondition(arguments.filter { $0.type != 0 }.count == Int(header.arguments), "arguments are miscounted")
        precondition(header.length <= header.capacity, "more than was reserved")
        last = Self.text(header.last_literal, header.last_literal_length)
    }

    private static func text(_ address: UnsafePointer<CChar>?, _ length: UInt32) -> String {
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(length))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What a log call with this message gathers.
func gather(_ message: @autoclosure () -> LogMessage) -> Gathered {
    inCall { Gathered(message()) }
}

/// Runs `body` as the engine sees it: within a log call.
func inCall<Value>(_ body: () -> Value) -> Value {
    let thread = rl_thread_current()!
    let mark = rl_enter(thread)
    defer { rl_leave(thread, mark) }
    return body()
}

extension LogMessage {
    var isValid: Bool { rl_message_valid(rl_thread_current(), message, serial) }
}

/// A logger whose gate has nothing behind it: its calls gather, and are refused by a ring that is not there.
func looseLogger(mask: UInt32 = 0x7F) -> RingLogger {
    let cell = UnsafeMutablePointer<rl_label>.allocate(capacity: 1)
    cell.initialize(to: rl_label())
    cell.pointee.mask = mask
    return RingLogger(cell: cell)  // as with a real ring, the cell is never freed
}

/// Carries what is not Sendable to another thread, on purpose.
struct Smuggled<Value>: @unchecked Sendable { let value: Value }

/// Runs `body` on a new thread and waits for its end.
@discardableResult
func onThread<Value>(_ body: @escaping () -> Value) -> Value {
    var result: Value?
    pthread_join(startThread { result = body() }, nil)
    return result!
}

/// Runs `body` on a new thread.
func startThread(stack: Int = 8 << 20, _ body: @escaping () -> Void) -> pthread_t {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stack)
    var thread = pthread_t()
    let error = pthread_create(
        &thread, &attributes,
        { argument in
            Unmanaged<Job>.fromOpaque(argument!).takeRetainedValue().run()
            return nil
        }, Unmanaged.passRetained(Job(body)).toOpaque())
    precondition(error == 0, "no thread")
    pthread_attr_destroy(&attributes)
    return thread
}

private final class Job {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}

final class Tally: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .acquiring) }
    func add() { count.add(1, ordering: .releasing) }
}

/// Lets a number of threads go on together.
final class Barrier: @unchecked Sendable {
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)

    init(_ count: Int) { pthread_barrier_init(barrier, nil, UInt32(count)) }
    func wait() { pthread_barrier_wait(barrier) }

    deinit {
        pthread_barrier_destroy(barrier)
        barrier.deallocate()
    }
}
