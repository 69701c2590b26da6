/// A command line that cannot be understood; the message says what is wrong and what would be right.
struct UsageError: Error, Equatable {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}
