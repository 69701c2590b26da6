extension UInt64 {
    /// 1234567 as `1,234,567`.
    package var grouped: String {
        var digits = String(self)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
            place -= 3
        }
        return digits
    }
}
