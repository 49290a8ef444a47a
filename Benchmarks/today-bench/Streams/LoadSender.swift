/// One connection that sends, one request after the other.
struct LoadSender {
    /// Its socket.
    let file: Int32
    /// Whether the connection is there.
    var isConnected = false
    /// Whether an answer is to come.
    var isWaiting = false
    private var answer: [UInt8] = []

    init(file: Int32) { self.file = file }

    /// Takes in what came.
    ///
    /// - Returns: Whether the answer is complete now.
    /// - Throws: ``LoadError`` if the server refused what was sent.
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
