/// Splits a stream of bytes into lines, without empty ones; a carriage return before the line feed is part of the end.
package struct LineFramer: Sendable {
    /// The error for a line that exceeds the limit, after which nothing can be interpreted.
    package struct LineTooLong: Error, Hashable, Sendable {
        package var limit: Int
    }

    /// The largest length of a line in bytes, without its end: 1 MiB in the process protocol.
    package let limit: Int
    private var partial: [UInt8] = []

    package init(limit: Int = 1 << 20) { self.limit = limit }

    /// Adds the next bytes of the stream, split anywhere, and returns the lines that are now complete, without their
    /// ends; throws as soon as a line exceeds the limit, complete or not.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) throws(LineTooLong) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            guard partial.count + (end - start) <= limit else { throw LineTooLong(limit: limit) }
            var line = partial
            partial = []
            line.append(contentsOf: bytes[start..<end])
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if !line.isEmpty { lines.append(line) }
            start = end + 1
        }
        guard partial.count + (bytes.count - start) <= limit else { throw LineTooLong(limit: limit) }
        partial.append(contentsOf: bytes[start...])
        return lines
    }
}
