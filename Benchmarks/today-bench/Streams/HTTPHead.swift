/// Reads the little of an HTTP answer's head that a load needs.
enum HTTPHead {
    private static let emptyLine = Array("\r\n\r\n".utf8)

    /// Where the body begins; none while the head is not complete.
    static func end(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= emptyLine.count else { return nil }
        for index in 0...(bytes.count - emptyLine.count) where bytes[index] == emptyLine[0] {
            if bytes[index..<(index + emptyLine.count)].elementsEqual(emptyLine) { return index + emptyLine.count }
        }
        return nil
    }

    /// The status; 0 if there is none.
    static func status(of bytes: [UInt8]) -> Int {
        let line = String(decoding: bytes.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
        return line.count < 2 ? 0 : Int(line[1]) ?? 0
    }

    /// How long the body is, for an answer that says so.
    static func length(of head: some Sequence<UInt8>) -> Int? {
        for line in String(decoding: Array(head), as: UTF8.self).split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == "content-length" {
                return Int(parts[1].trimmingPrefix(" "))
            }
        }
        return nil
    }
}
