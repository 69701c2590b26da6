// The fence around the ring's state in C. Everything in Swift that touches slots, counters or label cells goes through
// here.

import CRingLog
import RingLogFormat

/// The state of one ring. Never freed: a logger may outlive its ring.
struct RingCore: @unchecked Sendable {
    let ring: UnsafeMutablePointer<rl_ring>

    init?() {
        guard let ring = rl_ring_create() else { return nil }
        self.ring = ring
    }

    private init(absent: Void) {
        ring = .allocate(capacity: 1)
        ring.initialize(to: rl_ring())
    }

    // MARK: Slots

    var slotCount: Int { Int(ring.pointee.slot_count) }

    func slot(_ index: Int) -> UnsafeMutablePointer<rl_slot> {
        precondition(index >= 0 && index < slotCount, "no such slot")
        return ring.pointee.slots + index
    }

    func state(_ index: Int) -> Int { Int(rl_load(&slot(index).pointee.state)) }

    /// Runs `body` with the slot held; nil if another thread has it.
    func holding<Value>(_ index: Int, _ body: (UnsafeMutablePointer<rl_slot>) -> Value) -> Value? {
        let slot = slot(index)
        guard rl_slot_try(slot) else { return nil }
        defer { rl_slot_release(slot) }
        return body(slot)
    }

    /// A copy of the slot's bytes.
    func image(_ index: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: slot(index).pointee.base, count: Int(ring.pointee.slot_size)))
    }

    func setState(_ index: Int, _ state: Int) { rl_store(&slot(index).pointee.state, UInt32(state)) }

    /// The slot's next generation: header and trailer are written, its records are gone, callers may take it.
    func free(_ index: Int) {
        let slot = slot(index)
        rl_slot_prepare(ring, slot, slot.pointee.generation + 1)
        setState(index, Int(RL_SLOT_FREE))
        rl_ring_freed(ring)
    }

    /// A number that changes whenever records were written.
    var traffic: UInt64 {
        var sum: UInt64 = 0
        for index in 0..<slotCount {
            let slot = slot(index).pointee
            sum = sum &+ slot.generation << 20 &+ UInt64(slot.offset)
        }
        return sum
    }

    // MARK: Counters

    func counter(_ index: Int) -> UInt64 { rl_counter(ring, UInt32(index)) }

    func count(_ counter: Int, _ amount: UInt64 = 1) { rl_count(ring, UInt32(counter), amount) }

    func countersPage() -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: ring.pointee.counters, count: Int(ring.pointee.counters_bytes)))
    }

    // MARK: Words

    var hasFailed: Bool { rl_load(&ring.pointee.failed) != 0 }
    func fail() {
        rl_store(&ring.pointee.failed, 1)
        rl_ring_freed(ring)
    }
    var isClosed: Bool { rl_load(&ring.pointee.closed) != 0 }
    /// False in a forked child: its copy of the state is zeros.
    var isPresent: Bool { ring.pointee.serial != 0 }
    var work: UInt32 { rl_load(&ring.pointee.work) }
    func wake() { rl_ring_wake(ring) }
    func waitForWork(after seen: UInt32, milliseconds: Int) {
        rl_futex_wait(&ring.pointee.work, seen, Int64(milliseconds) * 1_000_000)
    }

    func set(file: FileID, boot: BootID) {
        ring.pointee.file_id = (file.first, file.second)
        ring.pointee.boot_id = (boot.first, boot.second)
    }

    // MARK: Hooks

    /// Tells the harness about steps of callers. The hooks live as long as the ring's state: for ever.
    func watch(_ hooks: Hooks) {
        ring.pointee.hook_context = Unmanaged.passRetained(hooks).toOpaque()
        ring.pointee.hook = { context, point in
            let hooks = Unmanaged<Hooks>.fromOpaque(context!).takeUnretainedValue()
            hooks.reached?(point == Int32(RL_HOOK_SEALED) ? .slotSealed : .gapWritten)
        }
    }

    // MARK: Without a file

    /// Refuses and counts everything; the counters live in plain memory. It needs no seat. Without memory for a ring
    /// its state is zeros, as in a forked child: then it does not count either.
    static func withoutFile() -> RingCore {
        guard let core = RingCore() else { return RingCore(absent: ()) }
        let bytes = 4096
        let page = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes)
        core.ring.pointee.counters = page
        core.ring.pointee.counters_bytes = UInt32(bytes)
        core.ring.pointee.keep_level = UInt32(LogLevel.warning.rawValue)
        core.ring.pointee.clock_source = UInt8(RL_CLOCK_MONOTONIC)
        rl_counters_reset(core.ring)
        core.fail()
        return core
    }
}
