import AdaptiveCards
import Foundation
import HostModel
package import TodayProtocol

/// Limits the size of the cards of one app on the screen, estimated when they are decoded: a page draws every card for
/// each request, so their total size determines how long a person waits.
extension ScreenContents {
    /// Largest size of the cards of one app in a page, in bytes as counted by `Card.drawnSize`.
    static let cardBudget = 256 * 1_024

    /// The sentence that says why a widget's cards are left out.
    static let cutReason = LocalizableText.pageNotShown(cardBudget / 1_024)

    /// Returns the state whose content a widget shows in a language: its own or, until that has content, the newest in
    /// another language.
    func shownState(of widget: WidgetID, in language: String) -> WidgetContentState? {
        let states = contentStates[widget] ?? [:]
        if let own = states[language], own.snapshot != nil { return own }
        return states.values.filter { $0.snapshot != nil }.max { left, right in
            left.snapshot.map(\.stamp.number) ?? 0 < right.snapshot.map(\.stamp.number) ?? 0
        }
    }

    /// Returns the visible widgets of one app or of all whose cards are left out in a language: from the top of the
    /// screen, each whose cards would exceed its app's budget, while a later one that fits is shown.
    func cutWidgets(of app: AppID? = nil, in language: String, now: Date) -> Set<WidgetID> {
        var sizes: [AppID: Int] = [:]
        var cut: Set<WidgetID> = []
        for id in visible {
            guard let widget = installed[id], app == nil || widget.app == app else { continue }
            let size = sizes[widget.app, default: 0] + drawnSize(of: widget, in: language, now: now)
            if size > Self.cardBudget { cut.insert(id) } else { sizes[widget.app] = size }
        }
        return cut
    }

    /// Returns `true` if a widget's cards are left out in a language in which it has content.
    func isCut(_ widget: WidgetID, now: Date) -> Bool {
        contentStates[widget, default: [:]].keys.contains { language in
            cutWidgets(of: installed[widget]?.app, in: language, now: now).contains(widget)
        }
    }

    private func drawnSize(of widget: InstalledWidget, in language: String, now: Date) -> Int {
        if let cards = shownState(of: widget.id, in: language)?.snapshot?.cards(at: now) {
            return cards.compact.drawnSize + (cards.expanded?.drawnSize ?? 0)
        }
        let placeholder = placeholder(of: widget, in: language)
        return (placeholder?.compact.drawnSize ?? 0) + (placeholder?.expanded?.drawnSize ?? 0)
    }

    /// Marks widgets as changed because their cards are now left out or shown again; returns those with content in the
    /// language.
    mutating func touch(_ widgets: Set<WidgetID>, in language: String, revision: () -> Revision) -> [WidgetID] {
        let touched = widgets.sorted().filter { contentStates[$0]?[language] != nil }
        for widget in touched { _ = update(widget, language, revision: revision()) { _ in .refreshStatus } }
        return touched
    }
}

/// The heights and margins that the host grants to a widget's content, which may request others.
package struct GrantedLayout: Hashable, Sendable {
    /// A size that was requested beyond its limit.
    package struct Excess: Hashable, Sendable {
        /// The member of the content, such as `compactHeight` or `margins.top`.
        package var size: String
        package var requested: Double
        package var granted: Double

        package init(size: String, requested: Double, granted: Double) {
            self.size = size
            self.requested = requested
            self.granted = granted
        }
    }

    /// Returns the space offered to widgets of a size: a large one has that of two compact cards and their headers.
    package static func offer(_ family: WidgetFamily) -> WidgetSize {
        WidgetSize(maximumCompactHeight: family == .large ? 500 : 220, proposedMargins: .standard, family: family)
    }

    /// Largest margin on one side, in points.
    package static let maximumMargin = 64.0

    /// Exact height of the compact card; `nil` for the height of its content, up to the limit.
    package private(set) var compactHeight: Double?
    /// Exact height of the expanded card; `nil` for the height of its content, up to the limit.
    package private(set) var expandedHeight: Double?
    package private(set) var margins: WidgetMargins
    /// All sizes that were requested beyond their limits.
    package private(set) var excesses: [Excess] = []

    package init(of content: WidgetContent, family: WidgetFamily = .small) {
        let offer = Self.offer(family)
        margins = content.margins ?? .standard
        compactHeight = height(content.compactHeight, "compactHeight", offer.maximumCompactHeight)
        expandedHeight = height(content.expandedHeight, "expandedHeight", offer.maximumExpandedHeight)
        margins = WidgetMargins(
            top: margin(margins.top, "margins.top"),
            leading: margin(margins.leading, "margins.leading"),
            bottom: margin(margins.bottom, "margins.bottom"),
            trailing: margin(margins.trailing, "margins.trailing")
        )
    }

    /// Returns a height within its limit; `nil` if none is requested or, as on iOS, the requested height is zero.
    private mutating func height(_ requested: Double?, _ size: String, _ limit: Double) -> Double? {
        guard let requested, requested > 0 else { return nil }
        return clamp(requested, size, limit)
    }

    private mutating func margin(_ requested: Double, _ size: String) -> Double {
        requested > 0 ? clamp(requested, size, Self.maximumMargin) : 0
    }

    private mutating func clamp(_ requested: Double, _ size: String, _ limit: Double) -> Double {
        guard requested > limit else { return requested }
        excesses.append(Excess(size: size, requested: requested, granted: limit))
        return limit
    }
}
