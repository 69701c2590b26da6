// The ring as its users see it: opened, asked for loggers, closed.

import CRingLog
import RingLogFormat
import Synchronization

/// A ring file that this process logs into.
///
/// Records survive the death of the process at any instruction; `logdecode` reads them, also while the process runs.
/// All methods may be called from any thread. Loggers may be used after the ring is closed: their records are refused
/// and counted.
public final class LogRing: Sendable {
    /// The file. Empty if no file was possible (`LogRing.open` only).
    public let path: String
    let core: RingCore
    private let compactor: Compactor?
    private let labels: Labels

    /// Opens or creates exactly this file, or says why not. The directory must exist.
    ///
    /// The ring closes when its last reference goes, and loggers do not hold one: keep the ring as long as its loggers
    /// are to log. `LogRing.open` gives a ring that lives until it is closed.
    ///
    /// What a previous process left in the file is kept. Costs a few milliseconds; a new file is allocated and synced
    /// first.
    public convenience init(at path: String, options: Options = Options()) throws(RingError) {
        let compactor = try Compactor.start(path: path, options: options)
        self.init(path: compactor.path, core: compactor.core, compactor: compactor, options: options)
    }

    /// Opens `name` where this platform keeps logs, never fails, and lives until `close()` or the process ends.
    ///
    /// The directory is `$LOGS_DIRECTORY`, `$STATE_DIRECTORY` or `$XDG_STATE_HOME/ringlog`, else `/var/log/ringlog` for
    /// root and `~/.local/state/ringlog` for others; a name with a slash is a path. If another live process has the
    /// file, the next free name is taken (`orders.2.ringlog`, at most 8). If no file is possible one line on standard
    /// error says why, and the ring counts what it refuses: a logger must not keep a service from starting.
    public static func open(_ name: String, options: Options = Options()) -> LogRing {
        let ring = openFirst(of: Places.candidates(for: name), options: options)
        OpenRings.shared.keep(ring)
        return ring
    }

    private static func openFirst(of paths: [String], options: Options) -> LogRing {
        var first: RingError?
        Places.makeDirectories(for: paths[0])
        for path in paths {
            do { return try LogRing(at: path, options: options) } catch {
                first = first ?? error
                guard error.allowsNextName else { break }
            }
        }
        System.tell("ringlog: \(first.map(\.description) ?? "no file"); records are refused and counted")
        return LogRing(without: options)
    }

    init(path: String, core: RingCore, compactor: Compactor?, options: Options) {
        self.path = path
        self.core = core
        self.compactor = compactor
        labels = Labels(core: core, threshold: options.threshold ?? compactor?.threshold ?? .info, options: options)
    }

    /// A ring that refuses and counts everything.
    private convenience init(without options: Options) {
        self.init(path: "", core: RingCore.withoutFile(), compactor: nil, options: options)
    }

    deinit { close() }

    /// A logger for a part of the program. Cheap to copy and to keep; the same label gives the same logger.
    ///
    /// Labels are kept as long as the process lives: at most 16,382 different ones a ring, later ones share one that
    /// says so. A label is cut at 128 bytes.
    public func logger(label: String) -> RingLogger { RingLogger(cell: labels.cell(label)) }

    /// Changes the level below which records of `label` (nil: of all labels without a threshold of their own) are not
    /// recorded.
    public func setThreshold(_ level: LogLevel, label: String? = nil) { labels.setThreshold(level, label: label) }

    /// What was refused, given up or cut since the ring was opened.
    public var statistics: Statistics { Statistics(core) }

    /// Stores what is in the slots and marks the session as ended. May be called more than once and while others log;
    /// later records are refused and counted. Waits for the background thread, normally for some milliseconds.
    public func close() { close(.closed) }

    func close(_ ending: SessionEnding) {
        // In a forked child the ring is the parent's, and locks may be held by threads that are not there.
        guard core.isPresent else { return }
        compactor?.close(ending)
        OpenRings.shared.forget(self)
    }
}

extension RingError {
    /// Another name may work where this file is taken or is not ours; a full disk or a missing directory stays what it
    /// is.
    fileprivate var allowsNextName: Bool {
        switch reason {
        case .inUse, .unsuitable, .notARing: true
        case .system, .layout, .tooManyRings, .noMemory: false
        }
    }
}
