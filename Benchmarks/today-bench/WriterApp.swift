import TodayKit

/// An app that writes shared defaults, one durable write after the other, when it is opened.
struct WriterApp: App {
    /// How many writes one opening makes.
    static let writes = 250

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        SceneContent(title: "Writer", card: Card {})
    }

    func open(_ url: SceneURL, from source: OpenSource, _ context: AppContext) async throws -> SceneURL {
        for number in 0..<Self.writes {
            let key = DefaultsKey<Int>("\(url.scheme).\(number)", in: GroupID("group.bench"), default: 0)
            try await context.defaults.set(number, for: key)
        }
        return url
    }
}
