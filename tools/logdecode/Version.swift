/// What --version says.
enum Version {
    static let program = "0.1.0"
    static let text = "logdecode \(program) (RingLog file format version 1)\n"
}
