import AdaptiveCards
import Foundation
import HostModel
import TodayProtocol

/// Limits the size of the cards of one app on the screen.
///
/// A page draws every card for each request, so the total size of its cards determines how long a person waits. The
/// size of a card is estimated once, when it is decoded, and cards beyond the budget are left out.
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

    /// Returns the visible widgets of one app or of all whose cards are left out in a language.
    ///
    /// The widgets are taken from the top of the screen, and each is left out whose cards would exceed its app's
    /// budget. A later one that fits is shown.
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

    /// Marks widgets as changed because their cards are now left out or shown again.
    ///
    /// - Returns: Those of the widgets that have content in the language.
    mutating func touch(_ widgets: Set<WidgetID>, in language: String, revision: () -> Revision) -> [WidgetID] {
        let touched = widgets.sorted().filter { contentStates[$0]?[language] != nil }
        for widget in touched { _ = update(widget, language, revision: revision()) { _ in .refreshStatus } }
        return touched
    }
}
