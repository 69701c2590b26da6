import CRingLog
import Testing

@testable import RingLog

private struct Described: CustomStringConvertible { var description: String { "described" } }
private enum Plain { case one }
private struct Failure: Error { var code = 7 }

/// Which type code and which bytes each kind of argument becomes.
struct FrontEndArgumentTests {
    @Test func integersKeepTypeAndValue() {
        let signed = gather("\(Int.min) \(Int8.min) \(Int16.min) \(Int32.min) \(Int64.max) \(-1)")
        #expect(signed.codes == [1, 1, 1, 1, 1, 1])
        #expect(
            signed.arguments.map { Int64(bitPattern: $0.word) } == [
                .min, -128, -32768, -2_147_483_648, .max, -1,
            ])
        let unsigned = gather("\(UInt.max) \(UInt8.max) \(UInt16.max) \(UInt32.max) \(UInt64.max)")
        #expect(unsigned.codes == [2, 2, 2, 2, 2])
        #expect(unsigned.arguments.map(\.word) == [.max, 255, 65535, 4_294_967_295, .max])
    }

    @Test func wideIntegersKeepAllBits() {
        let wide = gather("\(Int128.min) \(UInt128.max - 1) \(Int128(-2))")
        #expect(wide.codes == [9, 10, 9])
        #expect(wide.arguments[0].value == [UInt8](repeating: 0, count: 15) + [0x80])
        #expect(wide.arguments[1].value == [0xFE] + [UInt8](repeating: 0xFF, count: 15))
        #expect(wide.arguments[2].value == [0xFE] + [UInt8](repeating: 0xFF, count: 15))
    }

    @Test func floatingPointKeepsItsBits() {
        let nan = Double(bitPattern: 0x7FF8_0000_DEAD_BEEF)
        let numbers = gather("\(1.5) \(-0.0) \(Double.infinity) \(nan) \(Float(1) / 3) \(Float16(0.1))")
        #expect(numbers.codes == [3, 3, 3, 3, 4, 4])
        #expect(numbers.arguments[0].word == 1.5.bitPattern)
        #expect(numbers.arguments[1].word == 1 << 63)
        #expect(numbers.arguments[2].word == Double.infinity.bitPattern)
        #expect(numbers.arguments[3].word == 0x7FF8_0000_DEAD_BEEF)
        #expect(numbers.arguments[4].word == UInt64((Float(1) / 3).bitPattern))
        #expect(numbers.arguments[5].word == UInt64(Float(Float16(0.1)).bitPattern))
    }

    @Test func textAndBool() {
        let text = gather(
            """
            \(true) \(false) \("string") \("substring".dropFirst(3)) \("static" as StaticString) \("c" as Character) \
            \("é" as Unicode.Scalar)
            """
        )
        #expect(text.codes == [5, 5, 6, 6, 6, 6, 6])
        #expect(text.arguments[0].word == 1)
        #expect(text.arguments[1].word == 0)
        #expect(text.arguments.dropFirst(2).map(\.text) == ["string", "string", "static", "c", "é"])
    }

    @Test func stringsArePaddedWithZeros() {
        for count in Array(0...17) + [100, 255, 1500] + Array(3000...3008) {
            // Fill the place first, so that a forgotten zero shows.
            _ = gather("\(String(repeating: "\u{7F}", count: 1600))\(String(repeating: "\u{7F}", count: 2000))")
            let string = String(repeating: "x", count: count)
            let argument = gather("\(string)").arguments[0]
            #expect(argument.text == string)
            #expect(argument.cut == 0)
            #expect(argument.value.count == 8 + (count + 7) / 8 * 8)
            #expect(argument.value.dropFirst(8 + count).allSatisfy { $0 == 0 })
        }
    }

    @Test func specialCharactersAreKept() {
        let odd = "a\0b\r\n\u{1B}[31m\u{2028}👩‍👩‍👧‍👦\u{FEFF}"
        #expect(gather("\(odd)").arguments[0].bytes == Array(odd.utf8))
        #expect(gather("\(odd[...])").arguments[0].bytes == Array(odd.utf8))
    }

    @Test func optionalsAreTheirValueOrNil() {
        let number: Int? = 5
        let none: Double? = nil
        let nested: Int?? = .some(.some(6))
        let empty: Int?? = .some(nil)
        let text: String? = "text"
        let custom: Described? = Described()
        let gathered = gather("\(number) \(none) \(nested) \(empty) \(text) \(custom) \(number as Any) \(none as Any)")
        #expect(gathered.codes == [1, 8, 1, 8, 6, 6, 1, 8])
        #expect(gathered.arguments[0].word == 5)
        #expect(gathered.arguments[1].value.isEmpty)
        #expect(gathered.arguments[2].word == 6)
        #expect(gathered.arguments[4].text == "text")
        #expect(gathered.arguments[5].text == "described")
        #expect(gathered.arguments[6].word == 5)
    }

    @Test func everythingElseIsItsDescription() {
        let error: any Error = Failure()
        let gathered = gather("\(Described()) \(Plain.one) \(error) \([1, 2]) \(Int.self) \((1, "a"))")
        #expect(gathered.codes == [6, 6, 6, 6, 6, 6])
        #expect(
            gathered.arguments.map(\.text) == [
                "described", "one", "Failure(code: 7)", "[1, 2]", "Int", #"(1, "a")"#,
            ])
    }

    @Test func generalTypesAreSeenThrough() {
        func log<T>(_ value: T) -> Gathered { gather("\(value)") }
        #expect(log(5).codes == [1])
        #expect(log(UInt8(5)).codes == [2])
        #expect(log(2.5).codes == [3])
        #expect(log(true).codes == [5])
        #expect(log("text").arguments[0].text == "text")
        #expect(log(Int128.max).codes + log(UInt128.max).codes == [9, 10])
        #expect(log(Int8.min).codes + log(Int16(1)).codes + log(Int32(1)).codes + log(Int64(1)).codes == [1, 1, 1, 1])
        #expect(
            log(UInt(1)).codes + log(UInt16(1)).codes + log(UInt32(1)).codes + log(UInt64.max).codes == [2, 2, 2, 2])
        #expect(log(Int8.min).arguments[0].word == UInt64(bitPattern: -128))
        #expect(log(Float(0.5)).arguments[0].word == UInt64(Float(0.5).bitPattern))
        #expect(log(Float16(0.5)).arguments[0].word == UInt64(Float(0.5).bitPattern))
        #expect(log(Float(0.5)).codes + log(Float16(0.5)).codes == [4, 4])
        #expect(log("text".dropFirst()).arguments[0].text == "ext")
        #expect(log("c" as Character).arguments[0].text == "c")
        #expect(log("é" as Unicode.Scalar).arguments[0].text == "é")
        #expect(log("static" as StaticString).arguments[0].text == "static")
        #expect(log(Described()).arguments[0].text == "described")
        let things: [Any] = [1, UInt8(2), 2.5, true, "text", Described(), Int?.none as Any]
        #expect(things.flatMap { log($0).codes } == [1, 2, 3, 5, 6, 6, 8])
        #expect(log("text" as Any).arguments[0].text == "text")
    }

    @Test func closuresAreEvaluated() {
        func function() -> String { "function" }
        let value: () -> String = { "value" }
        let gathered = gather("\(function) \(value) \({ "literal" })")
        #expect(gathered.codes == [6, 6, 6])
        #expect(gathered.arguments.map(\.text) == ["function", "value", "literal"])
    }

    @Test func bytesNeedNotBeText() {
        let bytes: [UInt8] = [0xFF, 0x00, 0xC3, 0x28]
        let counted = sequence(first: 1 as UInt8) { $0 < 3 ? $0 + 1 : nil }
        let gathered = bytes.withUnsafeBytes { raw in
            gather("\(bytes: bytes) \(bytes: bytes.dropFirst()) \(bytes: raw) \(bytes: counted)")
        }
        #expect(gathered.codes == [7, 7, 7, 7])
        #expect(gathered.arguments.map(\.bytes) == [bytes, Array(bytes.dropFirst()), bytes, [1, 2, 3]])
    }

    // MARK: How it is shown

    @Test func integerFormats() {
        let number = 200
        let gathered = gather(
            """
            \(number) \(number, format: .hex) \
            \(number, format: .hex(includePrefix: true, uppercase: true, minDigits: 8)) \
            \(number, format: .octal(explicitPositiveSign: true)) \(number as Int?, format: .decimal(minDigits: 3))
            """)
        #expect(gathered.arguments.map(\.style) == [1, 2, 2, 3, 1])
        #expect(gathered.arguments.map(\.flags) == [0, 0, 6, 1, 0])
        #expect(gathered.arguments.map(\.precision) == [255, 255, 8, 255, 3])
        #expect(gathered.arguments.allSatisfy { $0.type == 1 && $0.word == 200 })
    }

    @Test func floatFormats() {
        let number = 0.1
        let gathered = gather(
            """
            \(number) \(number, format: .fixed(precision: 2)) \(number, format: .exponential(precision: 0)) \
            \(number, format: .hybrid) \(number, format: .fixed(precision: 1000, explicitPositiveSign: true)) \
            \(Float(0.5) as Float?, format: .fixed)
            """)
        #expect(gathered.arguments.map(\.style) == [0, 4, 5, 6, 4, 4])
        #expect(gathered.arguments.map(\.precision) == [255, 2, 0, 255, 254, 255])
        #expect(gathered.arguments.map(\.flags) == [0, 0, 0, 0, 1, 0])
        #expect(gathered.codes == [3, 3, 3, 3, 3, 4])
    }

    @Test func alignment() {
        let gathered = gather(
            """
            \(1, align: .right(columns: 8)) \("a", align: .left(columns: 12)) \(true, align: .none) \
            \(1.5, align: .right(columns: 100_000)) \(Described(), align: .left(columns: 3))
            """)
        #expect(gathered.arguments.map(\.columns) == [8, -12, 0, .max, -3])
    }

    @Test func keysBelongToTheirArgument() {
        let gathered = gather("a \(1) \(2, key: "two") \("x", key: "text") \(3) \(nil as Int?, key: "none")")
        #expect(gathered.arguments.map(\.key) == [nil, "two", "text", nil, "none"])
    }

    @Test func hiddenFieldsAreMarked() {
        let gathered = gather(
            """
            \(hidden: 5, key: "a")\(hidden: 2.5, key: "b")\(hidden: "x", key: "c")\(hidden: true, key: "d")\
            \(hidden: Described(), key: "e")\(hidden: nil as Int?, key: "f")\(hidden: Int128(1), key: "g")
            """
        )
        #expect(gathered.arguments.map(\.flags) == [8, 8, 8, 8, 8, 8, 8])
        #expect(gathered.codes == [1, 3, 6, 5, 6, 8, 9])
        #expect(gathered.arguments.map(\.key) == ["a", "b", "c", "d", "e", "f", "g"])
    }

    // MARK: Privacy

    @Test func privateValuesAreNotGathered() {
        let secret = "hunter2-" + String(repeating: "s", count: 20)
        let long = secret + String(repeating: "l", count: 100_000)
        func never() -> String {
            Issue.record("a withheld value was evaluated")
            return secret
        }
        let before = occurrences(of: secret)
        let gathered = gather(
            """
            \(secret, privacy: .private) \(42, privacy: .private) \(2.5, privacy: .private) \(true, privacy: .private) \
            \(secret[...], privacy: .private) \([secret], privacy: .private) \(secret as String?, privacy: .private) \
            \(never, privacy: .private) \(long, privacy: .private) \(UInt128(1), privacy: .private) \
            \(bytes: secret.utf8, privacy: .private) \(hidden: secret, key: "k", privacy: .private) \
            \(5, format: .hex, privacy: .private) \(nil as Int?, privacy: .private)
            """)
        #expect(gathered.codes == [UInt8](repeating: 11, count: 14))
        #expect(gathered.arguments.allSatisfy { $0.value.isEmpty })
        #expect(before == 0)
        #expect(occurrences(of: secret) == 0)
        _ = gather("\(secret, privacy: .public)")
        #expect(occurrences(of: secret) == 1, "the search itself is blind")
    }

    /// How often the text stands in this thread's scratch.
    private func occurrences(of text: String) -> Int {
        let needle = Array(text.utf8)
        let scratch = UnsafeBufferPointer(start: rl_thread_current().pointee.scratch, count: Int(RL_SCRATCH_BYTES))
        var found = 0
        for start in 0...(scratch.count - needle.count) where scratch[start] == needle[0] {
            if scratch[start..<start + needle.count].elementsEqual(needle) { found += 1 }
        }
        return found
    }

    // MARK: Literals and shapes

    @Test func literalsStandInFrontOfTheirArgument() {
        let gathered = gather("first \(1)\(2) then \(3) last")
        #expect(gathered.arguments.map(\.literal) == ["first ", "", " then "])
        #expect(gathered.last == " last")
        #expect(gather("only text").last == "only text")
        #expect(gather("").last == "")
        #expect(gather("only text").arguments.isEmpty)
    }

    @Test func twoLiteralsInARowBothStand() {
        var interpolation = LogInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral("one ")
        interpolation.appendLiteral("")
        interpolation.appendLiteral("two ")
        interpolation.appendInterpolation(1)
        interpolation.appendLiteral("three ")
        interpolation.appendLiteral("four")
        let gathered = Gathered(LogMessage(stringInterpolation: interpolation))
        #expect(gathered.codes == [0, 1, 0])
        #expect(gathered.arguments.map(\.literal) == ["one ", "two ", "three "])
        #expect(gathered.last == "four")
    }

    @Test func shapesDifferWhereTheTextDiffers() {
        func shape(_ value: Int) -> UInt64 { gather("value \(value)").shape }
        #expect(shape(1) == shape(2))
        let other = 1.5
        let shapes = [
            shape(1), gather("other \(1)").shape, gather("value \(other)").shape,
            gather("value \(1, format: .hex)").shape,
            gather("value \(1, key: "k")").shape, gather("value \(1, key: "l")").shape,
            gather("value \(1, align: .right(columns: 3))").shape,
            gather("value \(1, format: .decimal(minDigits: 2))").shape,
            gather("value \(1)\(1)").shape, gather("\(1)").shape, gather("\(hidden: 1, key: "k")").shape,
        ]
        #expect(Set(shapes).count == shapes.count)
    }
}
