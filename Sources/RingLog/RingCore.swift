// The fence around the ring's state in C. Everything in Swift that touches slots, counters or label cells goes through here.

import CRingLog
import RingLogFormat

/// The state of one ring. Never freed: a logger may outlive its ring.
struct RingCore: @unchecked Sendable {
    let ring: UnsafeMutablePointer<rl_ring>

    init?() {
        guard let ring = rl_ring_create() else { return nil }
        self.ring = ring
    }

    // MARK: Slots

    var slotCount: Int { Int(ring.pointee.slot_count) }

    func slot(_ index: Int) -> UnsafeMutablePointer<rl_slot> {
        precondition(index >= 0 && index < slotCount, "no such slot")
        return UnsafeMutableRawPointer(ring).advanced(by: index * MemoryLayout<rl_slot>.stride)
            .assumingMemoryBound(to: rl_slot.self)
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

    // MARK: Counters

    func counter(_ index: Int) -> UInt64? {
        guard ring.pointee.counters != nil else { return nil }
        let value = rl_counter(ring, UInt32(index))
        return value == .max ? nil : value
    }

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
        withUnsafeMutableBytes(of: &ring.pointee.file_id) {
            $0.storeBytes(of: file.first, as: UInt64.self)
            $0.storeBytes(of: file.second, toByteOffset: 8, as: UInt64.self)
        }
        withUnsafeMutableBytes(of: &ring.pointee.boot_id) {
            $0.storeBytes(of: boot.first, as: UInt64.self)
            $0.storeBytes(of: boot.second, toByteOffset: 8, as: UInt64.self)
        }
    }
}
