/// A guess at what an input is that is no ring, to help whoever gave us the wrong file.
enum Looks {
    private static let starts: [(bytes: [UInt8], kind: String)] = [
        ([0x50, 0x4B, 0x03, 0x04], "a zip archive"),
        ([0x1F, 0x8B], "a gzip file; unpack it first"),
        ([0x28, 0xB5, 0x2F, 0xFD], "a zstd file; unpack it first"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz file; unpack it first"),
        ([0x7F, 0x45, 0x4C, 0x46], "an ELF file"),
        (Array("LPKSHHRH".utf8), "a systemd journal"),
        (Array("SQLite format 3".utf8), "an SQLite database"),
        (Array("%PDF".utf8), "a PDF document"),
    ]

    static func kind(of input: RingInput) -> String? {
        let head = input.zeroFilled(at: 0, count: Int(min(input.size, 4096)))
        for (bytes, kind) in starts where head.starts(with: bytes) { return kind }
        if head.allSatisfy({ $0 == 0 }) { return "nothing but zeros" }
        let printable = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 || $0 == 10 || $0 == 13 }
        return printable ? "text" : nil
    }
}
