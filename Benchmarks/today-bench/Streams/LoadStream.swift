import Glibc

/// One stream of events and what it has received so far.
struct LoadStream {
    /// The part of the response that is expected next.
    enum Stage {
        /// The connection.
        case connecting
        /// The head of the answer.
        case opening
        /// Events.
        case open
    }

    /// The largest length of a response's head.
    private static let headLimit = 16 * 1024

    let file: Int32
    var stage = Stage.connecting
    /// The number of received events.
    var events = 0
    private var head: [UInt8] = []

    init(file: Int32) { self.file = file }

    /// Processes received bytes.
    ///
    /// - Returns: The number of events in them.
    /// - Throws: ``LoadError`` if the server refused the stream.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws -> Int {
        guard stage != .open else {
            let count = EventMarks.count(in: bytes)
            events += count
            return count
        }
        head += bytes
        guard let end = HTTPHead.end(of: head) else {
            guard head.count <= Self.headLimit else { throw LoadError("The head of a stream's answer has no end.") }
            return 0
        }
        let status = HTTPHead.status(of: head)
        guard status == 200 else {
            throw LoadError(
                "A stream was answered with \(status): \(String(decoding: head.prefix(2000), as: UTF8.self))"
            )
        }
        stage = .open
        let count = head[end...].withUnsafeBytes(EventMarks.count)
        head = []
        events += count
        return count
    }
}

/// One connection that sends requests one after the other.
struct LoadSender {
    let file: Int32
    /// Whether the connection is established.
    var isConnected = false
    /// Whether a response is outstanding.
    var isWaiting = false
    private var answer: [UInt8] = []

    init(file: Int32) { self.file = file }

    /// Processes received bytes.
    ///
    /// - Returns: Whether the response is now complete.
    /// - Throws: ``LoadError`` if the server refused the request.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
        answer += bytes
        guard let end = HTTPHead.end(of: answer) else { return false }
        let status = HTTPHead.status(of: answer)
        guard (200...299).contains(status) else {
            throw LoadError(
                "A request was answered with \(status): \(String(decoding: answer.prefix(2000), as: UTF8.self))"
            )
        }
        guard let length = HTTPHead.length(of: answer[..<end]) else {
            throw LoadError("An answer does not say how long it is.")
        }
        guard answer.count >= end + length else { return false }
        answer = []
        isWaiting = false
        return true
    }
}

/// Reads the parts of an HTTP response's head that a load needs.
enum HTTPHead {
    private static let emptyLine = Array("\r\n\r\n".utf8)

    /// Returns the start of the body, or `nil` while the head is incomplete.
    static func end(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= emptyLine.count else { return nil }
        for index in 0...(bytes.count - emptyLine.count) where bytes[index] == emptyLine[0] {
            if bytes[index..<(index + emptyLine.count)].elementsEqual(emptyLine) { return index + emptyLine.count }
        }
        return nil
    }

    /// Returns the status, or 0 if there is none.
    static func status(of bytes: [UInt8]) -> Int {
        let line = String(decoding: bytes.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
        return line.count < 2 ? 0 : Int(line[1]) ?? 0
    }

    /// Returns the length of the body, if the response has one.
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

/// Counts events by the mark that each contains once, independently of their framing.
enum EventMarks {
    /// Returns the number of marks in received bytes.
    static func count(in bytes: UnsafeRawBufferPointer) -> Int {
        guard var place = bytes.baseAddress else { return 0 }
        let end = place + bytes.count
        var count = 0
        while let found = memchr(place, Int32(LoadPlan.mark), end - place) {
            count += 1
            place = UnsafeRawPointer(found) + 1
        }
        return count
    }
}
