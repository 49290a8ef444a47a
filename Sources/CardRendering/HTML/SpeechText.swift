/// What a card says, without the tags of SSML.
enum SpeechText {
    /// Leaves out whatever stands between angle brackets; a bracket without an end stays.
    static func plain(_ speech: String) -> String {
        var result = ""
        var rest = speech[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            result += rest[..<open]
            rest = rest[rest.index(after: close)...]
        }
        result += rest
        return result.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
