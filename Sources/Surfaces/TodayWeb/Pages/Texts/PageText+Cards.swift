import CardRendering

/// The words for graphics on cards that have no text of their own.
extension PageText {
    static let lineChart = PageText(en: "Line chart", de: "Liniendiagramm", ja: "折れ線グラフ")
    static let barChart = PageText(en: "Bar chart", de: "Säulendiagramm", ja: "棒グラフ")
    static let donutChart = PageText(en: "Donut chart", de: "Ringdiagramm", ja: "ドーナツグラフ")
    static let gauge = PageText(en: "Gauge", de: "Messanzeige", ja: "メーター")
    static let lowestValue = PageText(en: "lowest", de: "niedrigster Wert", ja: "最小")
    static let highestValue = PageText(en: "highest", de: "höchster Wert", ja: "最大")
    static let progress = PageText(en: "Progress", de: "Fortschritt", ja: "進捗")

    /// Number of errors in the cards of a widget, for its author.
    static func mistakesInCards(_ count: Int) -> PageText {
        PageText(
            count,
            en: ("1 mistake in its cards", "\(count) mistakes in its cards"),
            de: ("1 Fehler in den Karten", "\(count) Fehler in den Karten"),
            ja: "カードの誤り：\(count)件"
        )
    }

    /// A value and its maximum.
    static func outOf(_ value: String, _ greatest: String) -> PageText {
        PageText(en: "\(value) of \(greatest)", de: "\(value) von \(greatest)", ja: "\(greatest)のうち\(value)")
    }
}

extension CardWords {
    /// The words in a language of the pages.
    init(_ language: PageLanguage) {
        self.init(
            lineChart: PageText.lineChart.text(in: language),
            barChart: PageText.barChart.text(in: language),
            donutChart: PageText.donutChart.text(in: language),
            gauge: PageText.gauge.text(in: language),
            lowest: PageText.lowestValue.text(in: language),
            highest: PageText.highestValue.text(in: language),
            progress: PageText.progress.text(in: language),
            copy: PageText.copy.text(in: language),
            outOf: { PageText.outOf($0, $1).text(in: language) }
        )
    }
}
