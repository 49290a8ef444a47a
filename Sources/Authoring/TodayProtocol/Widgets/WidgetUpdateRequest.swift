package import AdaptiveCards
import JSON
import JSONRPC

/// Host to widget: asks for the content to show from now on.
///
/// Only one update runs per widget at a time, and none while an action runs. The message of an error with the code
/// `failed` is shown to the person; the last content stays on the screen.
package struct WidgetUpdateRequest: RPCRequest {
    package static let method = "widget/update"

    package struct Reply: Codable, Hashable, Sendable {
        /// The new content; left out if there is no new data.
        package var content: WidgetContent?
        /// Warnings about unknown members outside of the cards, which are ignored, with their paths in the content or
        /// in the answer; at most a few for each object.
        package private(set) var mistakes: [CardWarning] = []

        private enum CodingKeys: CodingKey, CaseIterable { case content }

        package init(content: WidgetContent?) { self.content = content }

        package init(from decoder: any Decoder) throws {
            content = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
                WidgetContent.self,
                forKey: .content
            )
            mistakes = Self.mistakes(in: try JSONValue(from: decoder))
        }

        private static func mistakes(in answer: JSONValue) -> [CardWarning] {
            let names = WidgetContent.CodingKeys.allCases.map(\.stringValue)
            let members = answer.objectValue ?? [:]
            // These members are spelt right, but belong in `content`.
            var found = names.filter { members[$0] != nil }.map { name in
                CardWarning(path: name, message: "“\(name)” is a property of “content”; here it is ignored.")
            }
            let others = JSONValue.object(members.filter { !names.contains($0.key) })
            found += unknown(in: others, besides: CodingKeys.self, of: "an answer", at: "")
            guard let content = members["content"] else { return found }
            found += unknown(in: content, besides: WidgetContent.CodingKeys.self, of: "the content", at: "")
            found += unknown(
                in: content["margins"],
                besides: WidgetMargins.CodingKeys.self,
                of: "the margins",
                at: "margins"
            )
            found += unknown(
                in: content["refresh"],
                besides: RefreshPolicy.CodingKeys.self,
                of: "a refresh",
                at: "refresh"
            )
            found += unknown(in: content["setUp"], besides: WidgetSetUp.CodingKeys.self, of: "a setUp", at: "setUp")
            for (index, entry) in (content["entries"]?.arrayValue ?? []).enumerated() where found.count < 50 {
                let place = "entries[\(index)]"
                found += unknown(in: entry, besides: WidgetContent.Entry.CodingKeys.self, of: "an entry", at: place)
            }
            return found
        }

        private static func unknown<Keys: CodingKey & CaseIterable>(
            in object: JSONValue?,
            besides keys: Keys.Type,
            of kind: String,
            at path: String
        ) -> [CardWarning] {
            CardWarning.unknown(
                in: object?.objectValue ?? [:],
                known: keys.allCases.map(\.stringValue),
                of: kind,
                at: path
            )
        }
    }

    /// The reasons for the update, in no particular order.
    package var reasons: [UpdateReason]
    /// The newest commit that the widget was notified of, and that its content therefore reflects.
    package var revision: Revision
    /// The space that the screen offers.
    package var size: WidgetSize
    /// The person's entries in the inputs of the widget's configuration, by input id; `nil` if there are none.
    package var configuration: [String: String]?
    package var context: RequestContext

    package init(
        reasons: [UpdateReason],
        revision: Revision,
        size: WidgetSize,
        configuration: [String: String]? = nil,
        context: RequestContext
    ) {
        self.reasons = reasons
        self.revision = revision
        self.size = size
        self.configuration = configuration
        self.context = context
    }
}

/// The reason for an update of a widget.
public enum UpdateReason: String, Codable, Hashable, CaseIterable, Sendable {
    /// The widget is on the screen for the first time.
    case added
    /// The screen was opened on a surface.
    case opened
    /// The time that the widget named has come, or it named none and an hour has passed while nobody watched.
    case refreshTime
    /// The day, the clock or the time zone changed.
    case dayChanged
    /// Shared defaults of one of its groups changed.
    case groupChanged
    /// The person's location changed, and the widget may know it.
    case locationChanged
    /// Its app found new data while it handled a push.
    case push
    /// The app or the person asked for it.
    case reload
    /// A tap was performed.
    case tap
    /// The widget has content to show again.
    case hasContent
    /// The last attempt failed, or reported no new data although the host has no content; this is another attempt.
    case retry
}

/// The space that the screen offers a widget, in points.
///
/// The width is that of the screen or, in the grid of a wide screen, that of ``family``.
public struct WidgetSize: Codable, Hashable, Sendable {
    /// The largest height of the compact card.
    public var maximumCompactHeight: Double
    /// The largest height of the expanded card.
    public var maximumExpandedHeight: Double
    /// The margins that the widget gets if its content names none; `nil` if the host does not say.
    ///
    /// The counterpart of the argument of `widgetMarginInsets(forProposedMarginInsets:)` on iOS.
    public var proposedMargins: WidgetMargins?
    /// The size that the person chose for the widget; `nil` if the host does not say.
    public var family: WidgetFamily?

    /// Creates a size.
    public init(
        maximumCompactHeight: Double = 220,
        maximumExpandedHeight: Double = 640,
        proposedMargins: WidgetMargins? = nil,
        family: WidgetFamily? = nil
    ) {
        self.maximumCompactHeight = maximumCompactHeight
        self.maximumExpandedHeight = maximumExpandedHeight
        self.proposedMargins = proposedMargins
        self.family = family
    }
}

/// The size of a widget in the grid of a wide screen, as the person chose it.
///
/// On a narrow screen every widget is as wide as the screen. A widget declares the sizes that it supports with
/// `TodayWidgetSizes` in its `Info.plist`.
public enum WidgetFamily: String, Codable, Hashable, CaseIterable, Sendable {
    /// One column.
    case small
    /// Two columns.
    case medium
    /// Two columns and two rows; the larger card is shown at once, if there is one.
    case large
    /// All columns, and as high as a small widget.
    case wide

    /// The sizes of a widget that declares none.
    package static let undeclared: [WidgetFamily] = [.small, .medium, .large]
}
