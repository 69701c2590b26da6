// The last line of a run, for programs. Keys keep the order in which they were set.

struct JSONObject {
    private var members: [String] = []

    mutating func set(_ key: String, _ value: some BinaryInteger) { members.append("\"\(key)\":\(value)") }
    mutating func set(_ key: String, _ value: Bool) { members.append("\"\(key)\":\(value)") }
    mutating func set(_ key: String, _ value: JSONObject) { members.append("\"\(key)\":\(value.text)") }
    /// Names of this program's own: nothing in them needs escaping.
    mutating func set(_ key: String, name: String) { members.append("\"\(key)\":\"\(name)\"") }

    var text: String { "{" + members.joined(separator: ",") + "}" }
}
