import AdaptiveCards
import Foundation
import TodayProtocol

/// How much of the screen the cards of one app may take.
///
/// A page draws every card for each request, so its size is what makes a person wait. It is estimated once, when a card
/// is read, and no card beyond the budget is drawn.
extension ScreenContents {
    /// How many bytes a page may need for the cards of one app, as `Card.drawnSize` counts them.
    static let cardBudget = 256 * 1_024

    /// Why the cards of a widget are left out.
    static let cutReason = "It is not shown: a page would need more than 256 KiB for the cards of its app."

    /// The state whose content a widget shows in a language; until there is some, that of the newest in another one.
    func shownState(of widget: WidgetID, in language: String) -> WidgetContentState? {
        let states = contentStates[widget] ?? [:]
        if let own = states[language], own.snapshot != nil { return own }
        return states.values.filter { $0.snapshot != nil }.max { left, right in
            left.snapshot.map(\.stamp.number) ?? 0 < right.snapshot.map(\.stamp.number) ?? 0
        }
    }

    /// Finds the visible widgets whose cards are left out.
    ///
    /// From the top of the screen, that is each with whose cards those of its app would exceed the budget. One that fits
    /// is shown, also below one that does not.
    ///
    /// - Parameters:
    ///   - app: The app whose widgets are wanted; `nil` for all.
    ///   - language: The language in which they are shown.
    ///   - now: When.
    /// - Returns: Those widgets.
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

    /// Whether the cards of a widget are left out in a language that it has content in.
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

    /// Marks widgets as changed for surfaces, since their cards are left out now or shown again.
    ///
    /// - Returns: Those of them that have content in the language.
    mutating func touch(_ widgets: Set<WidgetID>, in language: String, revision: () -> Revision) -> [WidgetID] {
        let touched = widgets.sorted().filter { contentStates[$0]?[language] != nil }
        for widget in touched { _ = update(widget, language, revision: revision()) { _ in .refreshStatus } }
        return touched
    }
}
