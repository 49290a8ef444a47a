public import TodayKit

/// What every page has to know of who looks and when.
public struct PageScene: Sendable {
    let texts: Texts
    let dates: MessageDate

    /// Describes who looks.
    ///
    /// - Parameters:
    ///   - language: The language of the surface.
    ///   - now: The host's time.
    public init(language: String, now: Date) {
        texts = Texts(language)
        dates = MessageDate(now: now)
    }

    /// Takes it from a request.
    public init(_ context: some ProcessScoped) { self.init(language: context.language, now: context.now) }
}
