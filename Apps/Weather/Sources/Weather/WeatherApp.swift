import TodayKit
import WeatherCore

/// The containing app: the current weather, and the places to choose from.
@main
struct WeatherApp: App {
    static let widgets: [any Widget.Type] = [WeatherWidget.self]

    /// How old a response may be that is shown while the weather service cannot be reached.
    private static let oldest = Duration.seconds(7 * 86400)

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        switch url.path {
        case "": try await conditions(context)
        case "places":
            PlacesPage.page(PlaceList(context), Texts(context.language), found: await found(url, context))
        default: throw Failure(Texts(context.language).noPage(url.path))
        }
    }

    func search(_ text: String, _ context: AppContext) async throws -> [SearchEntry] {
        PlaceList(context).entries(fitting: text)
    }

    func perform(_ action: PlacesAction, _ context: AppContext) async throws {
        try await PlaceEditor(context).perform(action)
    }

    /// What the search of a URL finds; `nil` if the URL has none.
    private func found(_ url: SceneURL, _ context: AppContext) async -> FoundPlaces? {
        guard let text = url.query[PlaceSearch.input], !text.isEmpty else { return nil }
        return await PlaceSearch(context).places(beginningWith: String(text.prefix(PlaceSearch.textLimit)))
    }

    private func conditions(_ context: AppContext) async throws -> SceneContent {
        do {
            return ConditionsPage.page(
                try await WeatherService(context).report(maximumAge: .seconds(240), within: .seconds(5)),
                Texts(context.language)
            )
        } catch let failure as Failure {
            if let old = try? await WeatherService(context).report(maximumAge: Self.oldest, within: .seconds(2)) {
                return ConditionsPage.page(old, Texts(context.language), failure: failure.message)
            }
            // A page without a report still has a link to the places, where another one can be chosen.
            let place = (try? await WeatherQuery.place(context)) ?? PlaceList(context).choice
            return ConditionsPage.page(place, Texts(context.language), failure: failure.message)
        }
    }
}
