import RingLogFormat

extension FormatError.Reason {
    /// The reason alone, for a sentence that already says what and where.
    var plain: String {
        let text = FormatError(.superblock, self).description
        return String(text.drop { $0 != ":" }.dropFirst(2))
    }
}
