/// One stream of events: what it has got so far.
struct LoadStream {
    /// What is to be expected next.
    enum Stage {
        /// The connection.
        case connecting
        /// The head of the answer.
        case opening
        /// Events.
        case open
    }

    /// How long the head of an answer may be.
    private static let headLimit = 16 * 1024

    /// Its socket.
    let file: Int32
    /// Where it stands.
    var stage = Stage.connecting
    /// How many events it has got.
    var events = 0
    private var head: [UInt8] = []

    init(file: Int32) { self.file = file }

    /// Takes in what came.
    ///
    /// - Returns: How many events were in it.
    /// - Throws: ``LoadError`` if the server refused the stream.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws -> Int {
        guard stage != .open else {
            let count = Marks.count(in: bytes)
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
        let count = head[end...].withUnsafeBytes(Marks.count)
        head = []
        events += count
        return count
    }
}
