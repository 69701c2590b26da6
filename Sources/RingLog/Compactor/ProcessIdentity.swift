// What a session page says about the process, read once at open.

import RingLogFormat

enum ProcessIdentity {
    /// The kernel's name of this boot; zeros where there is none (then files of one host merge by wall time).
    static func boot() -> BootID {
        guard let text = System.contents("/proc/sys/kernel/random/boot_id") else { return BootID(first: 0, second: 0) }
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text {
            guard let digit = hexDigit(character) else { continue }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        guard bytes.count == 16 else { return BootID(first: 0, second: 0) }
        return BootID(first: word(bytes[..<8]), second: word(bytes[8...]))
    }

    static func session(nonce: UInt64, boot: BootID, ordinal: UInt32, opened: ClockReading) -> Session {
        var session = Session(nonce: nonce, boot: boot, ordinal: ordinal, opened: opened)
        session.processID = UInt32(bitPattern: System.processID)
        session.pidNamespace = namespace("pid")
        session.timeNamespace = namespace("time")
        session.processStart = processStart()
        session.executable = Array((System.linkTarget("/proc/self/exe") ?? "").utf8)
        session.host = Array(System.hostName.utf8)
        session.userID = System.userID
        return session
    }

    private static func hexDigit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Eight bytes as they are loaded little-endian.
    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The inode in a link like `pid:[4026531836]`.
    private static func namespace(_ kind: String) -> UInt64 {
        guard let link = System.linkTarget("/proc/self/ns/\(kind)"), let open = link.firstIndex(of: "[") else {
            return 0
        }
        return UInt64(link[link.index(after: open)...].dropLast()) ?? 0
    }

    /// Field 22 of `/proc/self/stat`. The second field is a name in parentheses and may hold anything, so count from
    /// the last one.
    private static func processStart() -> UInt64 {
        guard let bytes = System.contents("/proc/self/stat"), let close = bytes.lastIndex(of: UInt8(ascii: ")")) else {
            return 0
        }
        let fields = bytes[(close + 1)...].split(separator: UInt8(ascii: " "))
        return fields.count > 19 ? UInt64(String(decoding: fields[19], as: UTF8.self)) ?? 0 : 0
    }
}
