#if DEBUG
    @testable import JSONRPC
    import JSON
    @testable import ServerSentEvents

    extension FuzzTarget {
        /// Splits a stream of lines in one piece and in small ones, whose size is the first byte: both give the same.
        static let framing = FuzzTarget("framing") { input in
            let stream = input.dropFirst()
            let whole = lines([stream])
            let split = lines(pieces(of: stream, size: Int(input.first ?? 0) + 1))
            return whole == split ? nil : "the lines differ if the stream is split"
        }

        /// Reads a message of a process; one that is read is written and read again.
        static let messages = FuzzTarget("messages") { input in
            _ = MessageEnvelope(line: input)
            guard let message = try? RPCMessage(line: input) else { return nil }
            let line = message.line
            guard line.last == UInt8(ascii: "\n"), !line.dropLast().contains(UInt8(ascii: "\n")) else {
                return "a message is not one line"
            }
            guard let again = try? RPCMessage(line: line.dropLast()) else { return "what was written is not read" }
            return again == message ? nil : "\(message) became \(again)"
        }

        /// Reads JSON, writes it and reads it again.
        static let json = FuzzTarget("json") { input in
            guard let value = try? JSONValue(parsing: input) else { return nil }
            guard let again = try? JSONValue(parsing: value.jsonBytes(sortsNames: true)) else {
                return "what was written is not read"
            }
            return again == value ? nil : "\(value) became \(again)"
        }

        /// Reads the events of a stream in one piece and in small ones; each event is written and read again.
        static let eventStreams = FuzzTarget("event-streams") { input in
            let stream = input.dropFirst()
            let whole = events([stream])
            guard whole == events(pieces(of: stream, size: Int(input.first ?? 0) + 1)) else {
                return "the events differ if the stream is split"
            }
            for event in whole ?? [] {
                let again = events([Array(event.text.utf8)[...]], limit: 1 << 20)
                guard again?.count == 1, again?.first?.name == event.name else {
                    return "\(event) became \(String(describing: again))"
                }
            }
            return nil
        }

        private static func pieces(of bytes: ArraySlice<UInt8>, size: Int) -> [ArraySlice<UInt8>] {
            stride(from: bytes.startIndex, to: bytes.endIndex, by: size)
                .map { bytes[$0..<min($0 + size, bytes.endIndex)] }
        }

        /// The lines; `nil` if one is too long.
        private static func lines(_ pieces: [ArraySlice<UInt8>]) -> [[UInt8]]? {
            var framer = LineFramer(limit: 64)
            var lines: [[UInt8]] = []
            for piece in pieces {
                guard let added = try? piece.withUnsafeBytes({ try framer.append($0) }) else { return nil }
                lines += added
            }
            return lines
        }

        /// The events; `nil` if one is too large.
        private static func events(_ pieces: [ArraySlice<UInt8>], limit: Int = 1024) -> [ServerSentEvent]? {
            var parser = ServerSentEventParser(limit: limit)
            var events: [ServerSentEvent] = []
            for piece in pieces {
                guard let added = try? parser.append(piece) else { return nil }
                events += added
            }
            return events
        }
    }
#endif
