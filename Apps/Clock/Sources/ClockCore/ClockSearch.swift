public import TodayKit

/// What a search finds among the clocks.
public enum ClockSearch {
    /// Returns the clocks whose names or zones fit, each with its time.
    public static func entries(_ text: String, _ context: AppContext) -> [SearchEntry] {
        let (search, texts) = (SearchText(text), Texts(context.language))
        return context.defaults[.clocks].filter { search.fits(texts.title(of: $0), $0.zone.replacing("_", with: " ")) }
            .map { clock in
                let time = LocalTime(context.now, in: clock.zone)
                return SearchEntry(title: texts.title(of: clock), detail: texts.time(time), url: "today-clock://")
            }
    }
}
