// The one error of the logger: what failed, on which path, why, and what to do.

import RingLogFormat

/// Why a ring could not be opened.
public struct RingError: Error, Sendable, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
        /// Another open ring holds the file's lock: a process, or this process itself.
        case inUse(processID: Int32?, executable: String?)
        /// The path names something that is not a file a logger may write: a link, a directory, a device, another
        /// user's file, ….
        case unsuitable(String)
        /// The file is not empty and not a RingLog file; it is left alone.
        case notARing
        /// A system call failed.
        case system(call: String, errno: Int32)
        /// The wanted layout cannot be.
        case layout(String)
        /// This process has as many rings open as it can (16).
        case tooManyRings
        /// The ring's memory could not be mapped or its thread not started.
        case noMemory
    }

    public let path: String
    public let reason: Reason

    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    public var description: String {
        switch reason {
        case .inUse(System.processID, _):
            return "\(path) is open in this process already; share that LogRing"
        case .inUse(let processID, let executable):
            let holder =
                processID.map { "process \($0)" + (executable.map { " (\($0))" } ?? "") } ?? "another process"
            return "\(path) is in use by \(holder); give each process its own file, or use LogRing.open, which takes "
                + "the next free name"
        case .unsuitable(let why):
            return "\(path) cannot be a log file: \(why); choose another path"
        case .notARing:
            return "\(path) exists and is not a RingLog file; it was left alone, choose another path"
        case .system("open", System.notFound):
            return "\(path): its directory does not exist; create it first"
        case .system(let call, let code):
            return "\(path): \(call) failed: \(errorText(code))"
        case .layout(let why):
            return "\(path): \(why)"
        case .tooManyRings:
            return "\(path): this process has 16 rings open, which is the most; close one first"
        case .noMemory:
            return "\(path): no memory for the ring"
        }
    }
}
