public import TodayKit

/// What every page has to know of who looks and when.
public struct PageScene: Sendable {
    let texts: Texts
    let dates: MessageDate

    /// Describes who looks.
    ///
    /// - Parameters:
    ///   - language: The language of the surface.
    ///   - today: The day on the person's calendar.
    ///   - zone: The person's time zone, an IANA name.
    public init(language: String, today: CivilDay, zone: String) {
        texts = Texts(language)
        dates = MessageDate(today: today, zone: zone, texts: texts)
    }

    /// Takes it from a request.
    public init(_ context: some ProcessScoped) {
        self.init(language: context.language, today: context.today, zone: context.zone)
    }
}
