// Numbers and sizes for people.

import RingLogReader

extension UInt64 {
    /// Counts come from files, and anybody can write a file: a sum must not overflow.
    func addingSaturated(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    /// With the noun: `1 record`, `2,000 records`.
    func counted(_ noun: String) -> String {
        "\(grouped) \(noun)\(self == 1 ? "" : "s")"
    }

    /// Bytes as the largest unit that shows them exactly: `64 MiB`, `4160 KiB`, `1,001 bytes`.
    var byteSize: String {
        for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] where self >= 1 << shift {
            if self & (1 << UInt64(shift) - 1) == 0 { return "\((self >> UInt64(shift)).grouped) \(unit)" }
        }
        return counted("byte")
    }
}
