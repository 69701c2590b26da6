// Opening what the command line names; what cannot be opened is told and counted, and stops nothing else.

import RingLogReader

extension Tally {
    /// The rings that names stand for. `index` of each is its place in the result.
    mutating func open(_ names: [String]) -> [RingFile] {
        var files: [RingFile] = []
        for path in paths(of: names) {
            if let file = open(path, index: files.count) { files.append(file) }
        }
        return files
    }

    mutating func paths(of names: [String]) -> [String] {
        let list = InputList(names)
        for problem in list.problems { failInput(problem) }
        return list.paths
    }

    mutating func open(_ path: String, index: Int = 0) -> RingFile? {
        do throws(ReaderError) {
            let input = path == "-" ? try RingInput.standardInput() : try RingInput.open(path: path)
            let file = try RingFile(input, index: index)
            addFile(sessions: file.sessions)
            return file
        } catch {
            failInput(error.description)
            return nil
        }
    }

    /// The next item; nil at the end, and where reading fails.
    mutating func next(_ reader: RingReader) -> LogItem? {
        do throws(ReaderError) {
            return try reader.next()
        } catch {
            fail(error.description)
            return nil
        }
    }
}
