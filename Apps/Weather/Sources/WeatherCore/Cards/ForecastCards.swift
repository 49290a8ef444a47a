import TodayKit

/// The parts of cards that show the coming hours and days.
enum ForecastCards {
    /// Returns a chart of the temperature of the next hours; `nil` without at least two.
    static func hours(_ forecast: Forecast, _ texts: Texts) -> LineChart? {
        guard forecast.hours.count > 1 else { return nil }
        return LineChart(title: "\(texts.temperature), \(texts.nextHours)", color: .categoricalBlue) {
            LineSeries(
                values: forecast.hours.map { ChartPoint(texts.hour($0.hour), $0.temperature.rounded()) }
            )
        }
    }

    /// Returns the next hours side by side, from now on, below a line: seven, or thirteen on a wide widget; nothing without
    /// at least two.
    @CardBuilder<CardElement>
    static func strip(_ forecast: Forecast, _ texts: Texts, isWide: Bool = false) -> [CardElement] {
        let hours = forecast.hours.prefix(isWide ? 13 : 7)
        if hours.count > 1 {
            ColumnSet {
                for (index, hour) in hours.enumerated() {
                    Column {
                        TextBlock(index == 0 ? texts.now : texts.hour(hour.hour), size: .small, isSubtle: true)
                            .horizontalAlignment(.center)
                        if let sky = hour.sky {
                            Icon(
                                sky.icon(isDay: forecast.isDay(at: hour.hour)),
                                style: .filled,
                                altText: texts.sky(sky)
                            )
                            .spacing(.extraSmall).horizontalAlignment(.center)
                        }
                        TextBlock(ConditionTexts.degrees(hour.temperature), weight: .bolder)
                            .spacing(.extraSmall).horizontalAlignment(.center)
                    }
                }
            }
            .separator().spacing(.medium)
        }
    }

    /// Returns a row for each of the next days: the sky, the chance of rain, and the range of temperatures as a part of
    /// that of all these days.
    @CardBuilder<CardElement>
    static func ranges(_ forecast: Forecast, _ texts: Texts) -> [CardElement] {
        let low = forecast.days.map(\.low).min() ?? 0
        let high = max(forecast.days.map(\.high).max() ?? 1, low + 1)
        for (index, day) in forecast.days.enumerated() {
            ColumnSet {
                column(52) { TextBlock(name(of: index, in: forecast, texts)) }
                column(24) { if let sky = day.sky { Icon(sky.icon, style: .filled, altText: texts.sky(sky)) } }
                column(40) {
                    if let chance = day.precipitationChance, chance >= 0.1 {
                        TextBlock(percent(chance, texts), size: .small, isSubtle: true)
                    }
                }
                column(36) { TextBlock(ConditionTexts.degrees(day.low), isSubtle: true).horizontalAlignment(.right) }
                Column(verticalContentAlignment: .center) {
                    ProgressBar(
                        range: (day.low - low)...(max(day.high, day.low) - low),
                        max: high - low,
                        color: .coolToWarm,
                        // The temperatures beside it say the same.
                        altText: ""
                    )
                }
                column(36) { TextBlock(ConditionTexts.degrees(day.high), weight: .bolder).horizontalAlignment(.right) }
            }
            .separator().spacing(index == 0 ? .medium : .default)
        }
    }

    private static func column(_ width: Int, @CardBuilder<CardElement> _ items: () -> [CardElement]) -> Column {
        Column(width: .pixels(width), verticalContentAlignment: .center, items: items)
    }

    /// Returns a chart of the chance of rain in the next hours; `nil` if there will be none.
    static func rain(_ forecast: Forecast, _ texts: Texts) -> VerticalBarChart? {
        let hours = forecast.hours.filter { $0.precipitationChance != nil }
        guard hours.count > 1, hours.contains(where: { ($0.precipitationChance ?? 0) > 0 }) else { return nil }
        return VerticalBarChart(
            title: "\(texts.chanceOfPrecipitation), %",
            showTitle: true,
            color: .categoricalLightBlue,
            axes: ChartAxes(yMin: 0, yMax: 100)
        ) {
            for hour in hours {
                ChartPoint(texts.hour(hour.hour), ((hour.precipitationChance ?? 0) * 100).rounded())
            }
        }
    }

    /// Returns a chart of the highest and lowest temperatures of the next days; `nil` without at least two.
    static func temperatures(_ forecast: Forecast, _ texts: Texts) -> LineChart? {
        guard forecast.days.count > 1 else { return nil }
        let names = forecast.days.indices.map { name(of: $0, in: forecast, texts) }
        return LineChart(title: texts.nextDays) {
            LineSeries(
                texts.high,
                color: .categoricalRed,
                values: zip(names, forecast.days).map { ChartPoint($0, $1.high.rounded()) }
            )
            LineSeries(
                texts.low,
                color: .categoricalBlue,
                values: zip(names, forecast.days).map { ChartPoint($0, $1.low.rounded()) }
            )
        }
    }

    /// Returns a table of the next days; `nil` without any.
    static func days(_ forecast: Forecast, _ texts: Texts) -> Table? {
        guard !forecast.days.isEmpty else { return nil }
        return Table(
            columns: [
                TableColumn(width: .weight(2)), TableColumn(width: .weight(2), horizontalAlignment: .center),
                TableColumn(width: .weight(1), horizontalAlignment: .right),
                TableColumn(width: .weight(1), horizontalAlignment: .right),
                TableColumn(width: .weight(1), horizontalAlignment: .right),
            ],
            showGridLines: false
        ) {
            TableRow {
                for title in [texts.day, texts.sky, texts.rain, texts.low, texts.high] {
                    TableCell { TextBlock(title, size: .small, isSubtle: true) }
                }
            }
            for (index, day) in forecast.days.enumerated() {
                TableRow {
                    TableCell(name(of: index, in: forecast, texts))
                    TableCell {
                        if let sky = day.sky {
                            Icon(sky.icon, color: sky.icon.skyColor)
                            TextBlock(texts.sky(sky), size: .small, isSubtle: true, wrap: true)
                        }
                    }
                    TableCell { TextBlock(day.precipitationChance.map { percent($0, texts) } ?? Texts.unknown) }
                    TableCell { TextBlock(ConditionTexts.degrees(day.low), isSubtle: true) }
                    TableCell { TextBlock(ConditionTexts.degrees(day.high), weight: .bolder) }
                }
            }
        }
    }

    /// Returns the sun's times and the day's wind, as facts.
    static func facts(_ report: WeatherReport, _ texts: Texts) -> [Fact] {
        guard let today = report.conditions.forecast.today else { return [] }
        var facts: [Fact] = []
        if let sunrise = today.sunrise { facts.append(Fact(texts.sunrise, texts.clock(sunrise))) }
        if let sunset = today.sunset { facts.append(Fact(texts.sunset, texts.clock(sunset))) }
        return facts
    }

    /// Returns the highest and lowest temperature of today, such as `H 66°  L 49°`.
    static func highLow(_ report: WeatherReport, _ texts: Texts) -> String? {
        report.conditions.forecast.today.map {
            texts.highLow(ConditionTexts.degrees($0.high), low: ConditionTexts.degrees($0.low))
        }
    }

    private static func name(of index: Int, in forecast: Forecast, _ texts: Texts) -> String {
        index == 0 ? texts.today : texts.weekday(forecast.days[index].weekday)
    }

    private static func percent(_ fraction: Double, _ texts: Texts) -> String {
        texts.percent(Int((fraction * 100).rounded()))
    }
}

/// The buttons that set the units, with the current ones marked.
enum UnitsSection {
    static func section(_ units: Units, _ texts: Texts) -> Container {
        Container(style: .emphasis) {
            TextBlock(texts.units, weight: .bolder)
            ActionSet {
                for (choice, title) in [(Units.si, texts.metric), (Units.us, texts.imperial)] {
                    Action.perform(
                        choice == units ? "✓ \(title)" : title,
                        PlacesAction.setUnits(choice.rawValue),
                        style: choice == units ? .positive : .default
                    )
                }
            }
        }
        .id("units").spacing(.large)
    }
}
