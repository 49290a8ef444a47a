public import TodayKit

/// What the widget shows.
public enum WidgetCards {
    /// The app's first page.
    public static let appURL = "today-weather://"

    /// The place and the temperature.
    public static func compact(_ report: WeatherReport) -> Card {
        Card { header(report) }.selectAction(.openURL(Texts.openWeather, url: appURL))
    }

    /// All that is behind "Show More".
    public static func expanded(_ report: WeatherReport) -> Card {
        let texts = ConditionTexts(report.conditions)
        return Card {
            header(report)
            TextBlock(summary(texts), isSubtle: true, wrap: true).spacing(.small)
            FactSet {
                Fact(Texts.humidity, texts.humidity)
                Fact(Texts.chanceOfPrecipitation, texts.precipitationChance)
                Fact(Texts.lastUpdated, CardTime.time(report.updated))
            }
        }
        .selectAction(.openURL(Texts.openWeather, url: appURL))
    }

    /// The words for the weather behind their sign.
    static func summary(_ texts: ConditionTexts) -> String {
        [texts.symbol, texts.summary.escapedForCards].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func header(_ report: WeatherReport) -> ColumnSet {
        ColumnSet {
            Column(verticalContentAlignment: .center) {
                TextBlock(report.place.name.escapedForCards, size: .medium, wrap: true, maxLines: 2)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                TextBlock(ConditionTexts(report.conditions).temperature, size: .extraLarge, weight: .lighter)
            }
        }
    }
}
