public import TodayKit

/// The cards of the widget: what needs attention first, then the other services in their order.
public struct WidgetCards: Sendable {
    /// The time until the next check, in seconds.
    static let interval = 300.0

    private let texts: Texts
    private let rows: ServiceRows

    /// Creates the cards for the language and the time of a request.
    public init(_ texts: Texts, _ dates: StateDates) {
        self.texts = texts
        rows = ServiceRows(texts: texts, dates: dates)
    }

    /// Returns the widget's content.
    ///
    /// - Parameters:
    ///   - statuses: The services with what is known of them.
    ///   - family: The size of the widget.
    /// - Returns: The content.
    public func content(_ statuses: [ServiceStatus], family: WidgetFamily) -> WidgetContent {
        guard !statuses.isEmpty else {
            return WidgetContent(compact: empty, setUp: WidgetSetUp(texts.addAService, url: ServicesPage.url))
        }
        let sorted = statuses.filter(\.needsAttention) + statuses.filter { !$0.needsAttention }
        let count = Self.count(family)
        return WidgetContent(
            compact: card(sorted.prefix(count), of: statuses),
            expanded: sorted.count > count ? card(sorted[...], of: statuses) : nil,
            refresh: .after(seconds: Self.interval)
        )
    }

    /// How many services the compact card shows.
    static func count(_ family: WidgetFamily) -> Int {
        switch family {
        case .small, .medium, .wide: 4
        case .large: 12
        }
    }

    private var empty: Card {
        Card {
            TextBlock(texts.noServices, isSubtle: true, wrap: true)
            ActionSet { Action.openURL(texts.addAService, url: ServicesPage.url) }
        }
        .selectAction(.openURL(texts.openServices, url: ServicesPage.url))
    }

    private func card(_ shown: ArraySlice<ServiceStatus>, of all: [ServiceStatus]) -> Card {
        let attention = all.count { $0.needsAttention }
        return Card {
            TextBlock(
                attention == 0 ? texts.allUp(all.count) : texts.attention(attention, all: all.count),
                weight: .bolder,
                color: attention == 0 ? .good : .attention,
                wrap: true
            )
            for status in shown { rows.row(status) }
        }
        .selectAction(.openURL(texts.openServices, url: ServicesPage.url))
    }
}
