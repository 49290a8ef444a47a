import JSONRPC

/// The information that an app shows in status bars and on the page of complications: one line of text and some
/// details.
///
/// Texts are single lines without control characters, and lengths count Unicode code points. Status bars and pages show
/// as much as they have space for, so the short text must be useful on its own.
public struct Complication: Codable, Hashable, Sendable {
    /// The text; 1 to 64 characters.
    public var shortText: String
    /// A longer text, shown if there is space for it; 1 to 256 characters.
    public var longText: String?
    /// The fraction that is done or left, from 0 to 1.
    public var gauge: Double?
    /// A picture: an emoji, or a name such as `rain` that the person's status bar maps to an icon; 1 to 64 characters.
    public var symbol: String?
    /// The style classes for status bars, such as `overdue`; up to 8 of 1 to 32 characters `a` to `z`, `0` to `9`
    /// and `-`.
    ///
    /// Two classes have a meaning for every surface: `urgent` asks for attention, and `done` says that nothing is left.
    public var classes: [String]

    private enum CodingKeys: String, CodingKey {
        case shortText, longText, gauge, symbol
        case classes = "class"
    }

    /// Creates a complication; the host refuses one that exceeds a limit.
    public init(
        shortText: String,
        longText: String? = nil,
        gauge: Double? = nil,
        symbol: String? = nil,
        classes: [String] = []
    ) {
        self.shortText = shortText
        self.longText = longText
        self.gauge = gauge
        self.symbol = symbol
        self.classes = classes
    }

    /// Decodes a complication; a missing `class` is an empty one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        shortText = try container.decode(String.self, forKey: .shortText)
        longText = try container.decodeIfPresent(String.self, forKey: .longText)
        gauge = try container.decodeIfPresent(Double.self, forKey: .gauge)
        symbol = try container.decodeIfPresent(String.self, forKey: .symbol)
        classes = try container.decodeIfPresent([String].self, forKey: .classes) ?? []
    }

    /// Encodes the complication, and leaves out an empty `class`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(shortText, forKey: .shortText)
        try container.encodeIfPresent(longText, forKey: .longText)
        try container.encodeIfPresent(gauge, forKey: .gauge)
        try container.encodeIfPresent(symbol, forKey: .symbol)
        if !classes.isEmpty { try container.encode(classes, forKey: .classes) }
    }
}

/// Process to host: sets or removes the app's complication; only apps may call it.
///
/// When it is answered, the complication is on disk, or it belongs to the transaction and is committed with it. It
/// stays until the app changes it or is uninstalled, even if the host restarts. Setting the current value again changes
/// nothing and notifies nobody.
///
/// An app may call it 60 times in ten seconds outside transactions; further calls fail with `limitExceeded`. A
/// complication with a value that ``Complication`` does not allow fails with `invalidParams`, and the message names the
/// value; so does a request without the member `complication`.
package struct ComplicationSetRequest: RPCRequest {
    package static let method = "complication/set"

    /// The complication; `nil`, on the wire `null`, removes it.
    package var complication: Complication?
    package var transaction: Int?

    package init(complication: Complication?, transaction: Int? = nil) {
        self.complication = complication
        self.transaction = transaction
    }

    private enum CodingKeys: String, CodingKey {
        case complication, transaction
    }

    /// Decodes a request, in which `complication` must be there and may be `null`: a misspelt member must not remove the
    /// complication.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        complication = try container.decodeNullable(
            Complication.self,
            forKey: .complication,
            nullMeans: "removes the complication"
        )
        transaction = try container.decodeIfPresent(Int.self, forKey: .transaction)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(complication, forKey: .complication)
        try container.encodeIfPresent(transaction, forKey: .transaction)
    }
}
