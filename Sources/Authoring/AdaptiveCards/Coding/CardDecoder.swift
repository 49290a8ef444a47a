import JSON

/// Decodes the parts of one card, checks them against the limits (text only at the end of each element, since it is in
/// memory already), collects warnings and tracks the current path.
struct CardDecoder {
    typealias Members = [String: JSONValue]

    static let warningLimit = 50
    static let imageLimit = 100
    private static let pixelLimit = 10_000
    private static let dataDepthLimit = 64
    private static let numberLimit = 1e15

    private let limits: CardLimits
    var warnings: [CardWarning] = []
    /// The object whose members are read.
    var members: Members = [:]
    /// The member names that were read in the current object, after those of the objects around it.
    var names: [String] = []
    /// The ids of the elements.
    var ids: [String] = []
    /// The ids of the elements that actions show or hide, with the paths of these references.
    var targets: [(path: String, id: String)] = []
    /// The images that the card shows, with the paths of their URLs.
    var images: [(path: String, url: String)] = []
    /// The URLs that actions open, with their paths.
    var links: [(path: String, url: String)] = []
    /// `true` if the current data point has no number.
    var lacksNumber = false
    private(set) var path = CardPath()
    private var depth = 0
    private var elementCount = 0
    private var actionCount = 0
    private var dataPointCount = 0
    private var byteCount = 0
    /// The approximate number of bytes that a page needs to draw the parts that were read.
    private(set) var drawnSize = 0

    init(limits: CardLimits) { self.limits = limits }

    mutating func warn(_ message: @autoclosure () -> String, at name: String? = nil) {
        guard warnings.count < Self.warningLimit else { return }
        warnings.append(CardWarning(path: path.description(with: name), message: message()))
    }
}

// MARK: - Limits

extension CardDecoder {
    mutating func enter(_ name: String) { path.steps.append(.name(name)) }

    mutating func enter(_ index: Int) { path.steps.append(.index(index)) }

    mutating func leave() { path.steps.removeLast() }

    mutating func countElement() throws(CardError) {
        elementCount += 1
        draw(120)
        guard elementCount <= limits.elements else {
            throw CardError(.tooManyElements, "The card has more than \(limits.elements) elements.")
        }
    }

    mutating func countDataPoint() throws(CardError) {
        dataPointCount += 1
        draw(200)
        guard dataPointCount <= limits.dataPoints else {
            throw CardError(.tooManyDataPoints, "The card's charts have more than \(limits.dataPoints) data points.")
        }
    }

    mutating func countAction() throws(CardError) {
        actionCount += 1
        draw(250)
        guard actionCount <= limits.actions else {
            throw CardError(.tooManyActions, "The card has more than \(limits.actions) actions.")
        }
    }

    mutating func descend() throws(CardError) {
        depth += 1
        guard depth <= limits.depth else {
            throw CardError(.tooDeep, "The card's elements nest deeper than \(limits.depth), at \(path.description).")
        }
    }

    mutating func ascend() { depth -= 1 }

    func checkBytes() throws(CardError) {
        guard byteCount <= limits.bytes else {
            throw CardError(.tooLarge, "The card has more than \(limits.bytes) bytes of text and data.")
        }
    }

    /// Counts a JSON value that is kept as it is.
    mutating func count(_ json: JSONValue, depth: Int = 0) throws(CardError) {
        guard depth <= Self.dataDepthLimit else {
            throw CardError(
                .tooDeep,
                "Data in the card nests deeper than \(Self.dataDepthLimit), at \(path.description)."
            )
        }
        switch json {
        case .null, .bool, .integer, .real:
            byteCount += 8
            draw(8)
        case .string(let text):
            byteCount += text.utf8.count + 2
            draw(text)
        case .array(let elements):
            byteCount += 2
            for element in elements { try count(element, depth: depth + 1) }
        case .object(let members):
            byteCount += 2
            for (name, value) in members {
                byteCount += name.utf8.count + 4
                draw(name)
                try count(value, depth: depth + 1)
            }
        }
        try checkBytes()
    }

    /// Counts bytes that a page needs to draw a part of the card.
    mutating func draw(_ bytes: Int) { drawnSize += bytes }

    /// Counts a text as a page writes it, with the entities and tags that some characters become.
    mutating func draw(_ text: String) {
        drawnSize += text.utf8.reduce(12) { size, byte in
            switch byte {
            case UInt8(ascii: "["): size + 90
            case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "*"),
                UInt8(ascii: "_"), UInt8(ascii: "\n"):
                size + 8
            default: size + 1
            }
        }
    }
}

// MARK: - Values

extension CardDecoder {
    mutating func string(_ name: String) -> String? {
        guard let value = member(name) else { return nil }
        guard case .string(let text) = value else { return refuse(value, name, "a text") }
        count(text)
        return text
    }

    /// Counts a text that the card keeps.
    mutating func count(_ text: String) {
        byteCount += text.utf8.count
        draw(text)
    }

    /// Reads a boolean; the texts "true" and "false" are accepted too.
    mutating func bool(_ name: String) -> Bool? {
        guard let value = member(name) else { return nil }
        switch value {
        case .bool(let value): return value
        case .string(let text) where text.equalsIgnoringCase("true"): return true
        case .string(let text) where text.equalsIgnoringCase("false"): return false
        default: return refuse(value, name, "true or false")
        }
    }

    /// Reads a whole number that is at least `minimum`.
    mutating func integer(_ name: String, minimum: Int) -> Int? {
        guard let member = member(name) else { return nil }
        guard let number = member.numberValue else { return refuse(member, name, "a number") }
        guard let value = Int(exactly: number), value >= minimum else {
            warn("\(number) is no whole number from \(minimum) on; it is ignored.", at: name)
            return nil
        }
        return value
    }

    /// Reads a number of at most 15 digits before the point; larger ones would make sums and differences meaningless.
    mutating func number(_ name: String) -> Double? {
        guard let member = member(name) else { return nil }
        guard let number = member.numberValue else { return refuse(member, name, "a number") }
        guard number.magnitude <= Self.numberLimit else {
            warn("\(number) is too great a number; it is ignored.", at: name)
            return nil
        }
        return number
    }

    /// Reads a number that is at least zero.
    mutating func amount(_ name: String) -> Double? {
        guard let number = number(name) else { return nil }
        if number >= 0 { return number }
        warn("\(number) is less than zero; it is ignored.", at: name)
        return nil
    }

    mutating func choice<Value: LenientEnum>(_ name: String) -> Value? {
        guard let member = member(name) else { return nil }
        guard case .string(let text) = member else { return refuse(member, name, "a text") }
        if let value = Value(lenient: text) { return value }
        guard warnings.count < Self.warningLimit else { return nil }
        let known = Value.allCases.map(\.rawValue)
        let list = known.prefix(12).joined(separator: ", ") + (known.count > 12 ? ", …" : "")
        let suggestion = NearestName.keyword(for: text, among: known).map { " Did you mean “\($0)”?" } ?? ""
        warn("“\(text.shortened)” is none of \(list); the default is used.\(suggestion)", at: name)
        return nil
    }

    /// Reads a size such as `40px`, at most 10,000 pixels.
    mutating func pixels(_ name: String) -> Int? {
        guard let member = member(name) else { return nil }
        guard case .string(let text) = member else { return refuse(member, name, "a text like 40px") }
        if let value = Self.pixels(text) { return value }
        warn("“\(text.shortened)” is no size like 40px, up to \(Self.pixelLimit)px; it is ignored.", at: name)
        return nil
    }

    /// Returns the number of pixels in a text such as `40px`.
    static func pixels(_ text: String) -> Int? {
        guard text.hasSuffix("px") else { return nil }
        let digits = text.utf8.dropLast(2)
        guard (1...5).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = Int(text.dropLast(2)), value <= pixelLimit
        else { return nil }
        return value
    }

    mutating func requires() -> [String: String] {
        guard let member = member("requires") else { return [:] }
        guard case .object(let entries) = member else { return refuse(member, "requires", "an object") ?? [:] }
        if entries.values.contains(where: { $0.stringValue == nil }) {
            warn("A version is a text like 1.2; others are ignored.", at: "requires")
        }
        for (name, version) in entries { byteCount += name.utf8.count + (version.stringValue?.utf8.count ?? 0) }
        return entries.compactMapValues(\.stringValue)
    }
}

/// The largest size of a card; a card that exceeds a limit is rejected as a whole, never truncated.
public struct CardLimits: Hashable, Sendable {
    /// The largest depth of nested elements, with fallbacks; the elements of the body are at depth 1.
    public var depth: Int
    /// The largest number of elements, columns, rows, cells, facts, choices and action targets in a card, with
    /// fallbacks.
    public var elements: Int
    /// The largest number of actions in a card, with fallbacks.
    public var actions: Int
    /// The largest number of bytes of text (UTF-8) and action data in a card.
    public var bytes: Int
    /// The largest number of data points of a card's charts, with fallbacks.
    public var dataPoints: Int

    /// The default limits: depth 32, 1,000 elements, 200 actions, 256 KiB, 2,000 data points.
    public static let standard = CardLimits()

    /// Creates limits.
    public init(
        depth: Int = 32,
        elements: Int = 1_000,
        actions: Int = 200,
        bytes: Int = 256 * 1_024,
        dataPoints: Int = 2_000
    ) {
        self.depth = depth
        self.elements = elements
        self.actions = actions
        self.bytes = bytes
        self.dataPoints = dataPoints
    }
}
