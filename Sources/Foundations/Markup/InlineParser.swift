/// Parses the emphasis and the links of a paragraph.
///
/// An opening delimiter is first recorded as plain text and becomes markup when its closing delimiter is found, so a
/// delimiter without an end stays as it was written. Each opener is popped from the stack once, so the time is linear.
///
/// Texts of cards have only emphasis and links; other documents also have code, strikethrough, pictures and bare URLs.
struct InlineParser {
    /// The syntax that a text may have.
    enum Dialect { case card, document }

    enum Delimiter: Int, CaseIterable {
        case star, doubleStar, underscore, doubleUnderscore, doubleTilde, bracket, imageBracket

        var emphasis: InlineText.Emphasis {
            switch self {
            case .doubleStar, .doubleUnderscore: .bold
            case .doubleTilde: .strikethrough
            default: .italic
            }
        }
    }

    struct Opener {
        var delimiter: Delimiter
        var event: Int
    }

    private static let destinationLimit = 2_048
    /// The largest depth of nested parentheses in a URL; it keeps the time linear, since links in unfinished ones are
    /// read anew.
    private static let nestingLimit = 32

    let bytes: [UInt8]
    private let dialect: Dialect
    var events: [InlineText.Event] = []
    var openers: [Opener] = []
    var openCounts = Array(repeating: 0, count: Delimiter.allCases.count)
    var lastLinkEvent = -1
    /// The position of the first closing parenthesis after the last searched position.
    private var nextParenthesis = -1
    private var textStart = 0
    var position = 0
    /// The ends of the runs of backquotes by the length of the run, in descending order.
    var codeEnds: [Int: [Int]]?

    static func parse(_ bytes: [UInt8], _ dialect: Dialect = .card) -> InlineText {
        var parser = InlineParser(bytes: bytes, dialect: dialect)
        parser.run()
        return InlineText(bytes: bytes, events: parser.events)
    }

    private mutating func run() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "*"), UInt8(ascii: "_"): takeDelimiters()
            case UInt8(ascii: "~") where dialect == .document: takeDelimiters()
            case UInt8(ascii: "["):
                flush()
                push(.bracket, length: 1)
            case UInt8(ascii: "!") where dialect == .document && byte(after: position) == UInt8(ascii: "["):
                flush()
                push(.imageBracket, length: 2)
            case UInt8(ascii: "`") where dialect == .document: takeCode()
            case UInt8(ascii: "<") where dialect == .document: takeAddressInBrackets()
            case UInt8(ascii: "h") where dialect == .document: takeAddress()
            case UInt8(ascii: "]"): takeClosingBracket()
            case UInt8(ascii: "\\"): takeBackslash()
            case 0x0A: takeLineEnd()
            default: position += 1
            }
        }
        flush()
    }

    /// Records the plain text up to the current position as an event.
    mutating func flush() {
        if textStart < position { events.append(.text(textStart..<position)) }
        textStart = position
    }

    mutating func skip(_ length: Int) {
        position += length
        textStart = position
    }

    private mutating func push(_ delimiter: Delimiter, length: Int) {
        openers.append(Opener(delimiter: delimiter, event: events.count))
        openCounts[delimiter.rawValue] += 1
        events.append(.text(position..<position + length))
        skip(length)
    }

    /// Pops the stack down to the last opener of this kind, which must exist; openers above it stay plain text.
    mutating func pop(_ delimiter: Delimiter) -> Opener? {
        while let opener = openers.popLast() {
            openCounts[opener.delimiter.rawValue] -= 1
            if opener.delimiter == delimiter { return opener }
        }
        return nil
    }
}

// MARK: - Emphasis

extension InlineParser {
    private mutating func takeDelimiters() {
        let byte = bytes[position]
        var end = position
        while end < bytes.count, bytes[end] == byte { end += 1 }
        let length = end - position
        let isTilde = byte == UInt8(ascii: "~")
        let before = position > 0 ? bytes[position - 1] : 0x20
        let after = end < bytes.count ? bytes[end] : 0x20
        var canOpen = !Self.isSpace(after)
        var canClose = !Self.isSpace(before)
        if byte == UInt8(ascii: "_") {
            canOpen = canOpen && !Self.isWordPart(before)
            canClose = canClose && !Self.isWordPart(after)
        }
        guard length <= 3, canOpen || canClose, !isTilde || length == 2 else {
            position = end
            return
        }
        flush()
        if isTilde { return take(.doubleTilde, length: 2, canOpen: canOpen, canClose: canClose) }
        let isStar = byte == UInt8(ascii: "*")
        let single = isStar ? Delimiter.star : .underscore
        let double = isStar ? Delimiter.doubleStar : .doubleUnderscore
        switch length {
        case 1: take(single, length: 1, canOpen: canOpen, canClose: canClose)
        case 2: take(double, length: 2, canOpen: canOpen, canClose: canClose)
        default:
            let closes = canClose && openCounts[single.rawValue] > 0
            take(closes ? single : double, length: closes ? 1 : 2, canOpen: canOpen, canClose: canClose)
            take(closes ? double : single, length: closes ? 2 : 1, canOpen: canOpen, canClose: canClose)
        }
    }

    private mutating func take(_ delimiter: Delimiter, length: Int, canOpen: Bool, canClose: Bool) {
        if canClose, openCounts[delimiter.rawValue] > 0, let opener = pop(delimiter) {
            events[opener.event] = .open(delimiter.emphasis)
            events.append(.close(delimiter.emphasis))
            skip(length)
        } else if canOpen {
            push(delimiter, length: length)
        } else {
            position += length
            flush()
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }

    static func isWordPart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}

// MARK: - Links, escapes, lines

extension InlineParser {
    private mutating func takeClosingBracket() {
        let isImage = isImageOpen
        guard isImage || openCounts[Delimiter.bracket.rawValue] > 0, byte(after: position) == UInt8(ascii: "("),
            let destination = destination(from: position + 2)
        else {
            // A bracket without a URL is text; in a card it may still belong to a link.
            if dialect == .document {
                if isImage {
                    _ = pop(.imageBracket)
                } else if openCounts[Delimiter.bracket.rawValue] > 0 {
                    _ = pop(.bracket)
                }
            }
            position += 1
            return
        }
        flush()
        if isImage { return takeImage(destination) }
        // Links do not nest: the outer one becomes text.
        guard let opener = pop(.bracket), opener.event > lastLinkEvent else {
            position += 1
            return
        }
        events[opener.event] = .openLink(destination.url)
        lastLinkEvent = events.count
        events.append(.closeLink)
        skip(destination.end - position)
    }

    private func byte(after index: Int) -> UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

    /// Parses the URL after `](`: no spaces, parentheses in pairs, and an optional title.
    private mutating func destination(from start: Int) -> (url: String, end: Int)? {
        let limit = min(bytes.count, start + Self.destinationLimit)
        if nextParenthesis < start {
            nextParenthesis = bytes[start...].firstIndex(of: UInt8(ascii: ")")) ?? bytes.count
        }
        guard nextParenthesis < limit else { return nil }
        var end = start
        var depth = 0
        while end < limit {
            switch bytes[end] {
            case UInt8(ascii: "("):
                depth += 1
                guard depth <= Self.nestingLimit else { return nil }
            case UInt8(ascii: ")"):
                if depth == 0 { return url(start..<end, end: end + 1) }
                depth -= 1
            case 0x20:
                guard depth == 0, let titleEnd = titleEnd(from: end) else { return nil }
                return url(start..<end, end: titleEnd)
            case 0...0x1F, 0x7F: return nil
            default: break
            }
            end += 1
        }
        return nil
    }

    private func url(_ range: Range<Int>, end: Int) -> (url: String, end: Int)? {
        range.isEmpty ? nil : (String(decoding: bytes[range], as: UTF8.self), end)
    }

    /// Returns the position after a title in quotation marks and its closing parenthesis.
    private func titleEnd(from start: Int) -> Int? {
        var index = start + 1
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
        let limit = min(bytes.count - 1, start + Self.destinationLimit)
        index += 1
        while index < limit {
            if bytes[index] == UInt8(ascii: "\""), bytes[index + 1] == UInt8(ascii: ")") { return index + 2 }
            index += 1
        }
        return nil
    }

    private mutating func takeBackslash() {
        guard position + 1 < bytes.count else {
            position += 1
            return
        }
        let next = bytes[position + 1]
        switch next {
        case 0x0A:
            flush()
            events.append(.lineBreak)
            skip(2)
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E:
            flush()
            skip(1)
            position += 1
        default: position += 1
        }
    }

    private mutating func takeLineEnd() {
        let isHard = position - textStart >= 2 && bytes[position - 1] == 0x20 && bytes[position - 2] == 0x20
        flush()
        events.append(isHard ? .lineBreak : .softBreak)
        skip(1)
    }
}
