import TodayKit
import WeatherCore

/// The widget: the weather at the chosen place; pressing it opens the app.
@main
struct WeatherWidget: Widget {
    /// How often the weather is fetched while the widget shows.
    private static let interval = Duration.seconds(900)

    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        let report = try await WeatherService(context).report(
            maximumAge: maximumAge(context.reasons),
            within: .seconds(15)
        )
        return WidgetContent(
            compact: WidgetCards.compact(report),
            expanded: WidgetCards.expanded(report),
            refresh: .after(seconds: Self.interval / .seconds(1))
        )
    }

    /// Who asks for news gets news; otherwise an answer of the last minutes will do, so that going back to a place is
    /// immediate.
    private func maximumAge(_ reasons: Set<UpdateReason>) -> Duration {
        reasons.isDisjoint(with: [.reload, .refreshTime, .retry]) ? .seconds(240) : .zero
    }
}
