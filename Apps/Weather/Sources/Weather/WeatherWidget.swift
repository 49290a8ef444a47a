import TodayKit
import WeatherCore

/// The widget: the weather at the place of its configuration, or else at the one chosen in the app, which a tap opens.
struct WeatherWidget: Widget {
    /// The interval between fetches while the widget is shown.
    private static let interval = Duration.seconds(900)

    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        let texts = Texts(context.language)
        // After another place was chosen, the card shows the former one until the first report.
        let service = WeatherService(context, place: context.configuration["place"], namesPlace: true) { place in
            // Without it the card of the bundle stays, which names no place.
            try? await context.setPlaceholder(WidgetCards.placeholder(at: place, texts))
        }
        let report = try await service.report(maximumAge: maximumAge(context.reasons), within: .seconds(15))
        return WidgetCards.content(
            report,
            texts,
            size: context.size,
            refresh: .after(seconds: Self.interval / .seconds(1))
        )
    }

    /// Returns the largest age of a cached response: none on request, and a few minutes otherwise, so that switching
    /// back to a place is immediate.
    private func maximumAge(_ reasons: Set<UpdateReason>) -> Duration {
        reasons.isDisjoint(with: [.reload, .refreshTime, .retry]) ? .seconds(240) : .zero
    }
}
