public import TodayKit

/// The cards of the widget.
public enum WidgetCards {
    /// The URL of the app's first page.
    public static let appURL = "today-weather://"

    /// Returns the card with the place and the temperature.
    public static func compact(_ report: WeatherReport) -> Card {
        Card { header(report) }.selectAction(.openURL(Texts.openWeather, url: appURL))
    }

    /// Returns the card behind "Show More".
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

    /// Returns the symbol and the words for the weather.
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
