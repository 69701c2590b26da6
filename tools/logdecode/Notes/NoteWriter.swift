// What is told between records: gaps and sessions. In text they are lines that begin with `-- `, among the records. In
// JSON they are objects, if asked for; gaps are then told on the standard error as well: they must not go unnoticed.

import RingLogReader

enum Note {
    case gap(GapNote)
    case start(SessionInfo)
    case end(SessionInfo)
    /// The last session of a file, if it has no end.
    case latest(SessionInfo, isLive: Bool)

    var file: Int {
        switch self {
        case .gap(let gap): gap.file
        case .start(let session), .end(let session), .latest(let session, _): session.file
        }
    }
}

struct NoteWriter {
    private let format: OutputFormat
    private let showsMarkers: Bool
    private let isQuiet: Bool
    /// Names of the files if there are several; empty otherwise.
    private let fileNames: [String]
    private var time: TimestampWriter
    private var told = 0
    /// On the standard error; a file in shreds has as many gaps as shreds, and the verdict counts them.
    private static let tellLimit = 1000

    init(_ options: Options, fileNames: [String]) {
        format = options.format
        showsMarkers = options.showsMarkers
        isQuiet = options.isQuiet
        self.fileNames = fileNames.count > 1 ? fileNames : []
        time = TimestampWriter(decimals: 6, zone: options.zone)
    }

    /// Appends the note as one line, or nothing.
    mutating func append(_ note: Note, to line: inout [UInt8]) {
        switch format {
        case .text: if !isQuiet { appendText(note, to: &line) }
        case .json: if showsMarkers { appendJSON(note, to: &line) }
        }
    }

    /// Says on the standard error what is not said among the records.
    mutating func tell(_ note: Note) {
        guard case .gap = note, format == .json, !isQuiet, told <= Self.tellLimit else { return }
        told += 1
        Messages.say(told > Self.tellLimit ? "more is missing; not listed here" : text(of: note))
    }

    private mutating func appendText(_ note: Note, to line: inout [UInt8]) {
        line.append("-- ")
        line.appendMessage(text(of: note))
        line.append("\n")
    }

    private mutating func text(of note: Note) -> String {
        let lead = note.file < fileNames.count ? fileNames[note.file] + ": " : ""
        return switch note {
        case .gap(let gap): lead + gap.text(&time)
        case .start(let session): lead + session.startText(&time)
        case .end(let session): lead + session.endText(&time)
        case .latest(let session, let isLive):
            lead + "session \(session.ordinal): "
                + SessionState(session, isLatest: true, isLive: isLive).text
        }
    }

    private func appendJSON(_ note: Note, to line: inout [UInt8]) {
        let ring = note.file < fileNames.count ? Array(fileNames[note.file].utf8) : []
        switch note {
        case .gap(let gap): gap.appendJSON(ring: ring, to: &line)
        case .start(let session):
            session.appendJSON(marker: .start, state: .unknown, ring: ring, to: &line)
        case .end(let session):
            let state = SessionState(session, isLatest: false, isLive: false)
            session.appendJSON(marker: .end, state: state, ring: ring, to: &line)
        case .latest(let session, let isLive):
            let state = SessionState(session, isLatest: true, isLive: isLive)
            session.appendJSON(marker: .latest, state: state, ring: ring, to: &line)
        }
    }
}
