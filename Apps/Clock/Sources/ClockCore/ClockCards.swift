public import TodayKit

/// The cards of the widget.
public enum ClockCards {
    /// The URL of the app's page.
    public static let appURL = "today-clock://"
    /// How many clocks stand side by side on a medium widget.
    static let compactCount = 3
    /// For how many minutes the content has cards; the widget runs once in that time.
    static let minutes = 60

    /// Returns the content: a card for each of the coming minutes, so that the clocks go on while no process runs.
    ///
    /// - Parameters:
    ///   - clocks: The clocks.
    ///   - now: The time of the first card.
    ///   - zone: The person's time zone.
    ///   - family: The size of the widget.
    ///   - texts: The texts of the surface's language.
    /// - Returns: The content, whose next update is due when its cards end.
    public static func content(
        _ clocks: [SavedClock],
        now: Date,
        zone: String,
        family: WidgetFamily = .small,
        _ texts: Texts
    ) -> WidgetContent {
        let minute = (now.timeIntervalSince1970 / 60).rounded(.down) * 60
        let entries = (1..<minutes).map { number in
            let date = Date(timeIntervalSince1970: minute + Double(number) * 60)
            return WidgetContent.Entry(
                date: date,
                compact: compact(clocks, date, zone, family, texts),
                expanded: expanded(clocks, date, zone, family, texts)
            )
        }
        return WidgetContent(
            compact: compact(clocks, now, zone, family, texts),
            expanded: expanded(clocks, now, zone, family, texts),
            refresh: .at(Date(timeIntervalSince1970: minute + Double(minutes) * 60)),
            entries: clocks.isEmpty ? nil : entries
        )
    }

    static func compact(
        _ clocks: [SavedClock],
        _ date: Date,
        _ zone: String,
        _ family: WidgetFamily,
        _ texts: Texts
    ) -> Card {
        guard !clocks.isEmpty else {
            return Card { TextBlock(texts.noClocks, isSubtle: true, wrap: true) }
                .selectAction(.openURL(texts.openClock, url: appURL))
        }
        let home = LocalTime(date, in: zone)
        return Card {
            if family == .medium {
                ColumnSet {
                    for clock in clocks.prefix(compactCount) { column(clock, date, home, texts) }
                }
                .height(.stretch)
            } else {
                for (index, clock) in clocks.enumerated() {
                    row(clock, LocalTime(date, in: clock.zone), home, texts, size: .large).separator(index > 0)
                }
            }
        }
        .selectAction(.openURL(texts.openClock, url: appURL))
    }

    private static func column(_ clock: SavedClock, _ date: Date, _ home: LocalTime, _ texts: Texts) -> Column {
        let time = LocalTime(date, in: clock.zone)
        return Column(verticalContentAlignment: .center) {
            TextBlock(texts.title(of: clock).escapedForCards, weight: .bolder)
            TextBlock(texts.time(time), size: .large, weight: .lighter).spacing(.none)
            TextBlock(texts.difference(time, from: home), size: .small, isSubtle: true).spacing(.none)
        }
    }

    /// Returns the card behind "Show More" of a medium widget, whose compact card has room for few clocks; `nil` for others,
    /// which have all of them.
    static func expanded(
        _ clocks: [SavedClock],
        _ date: Date,
        _ zone: String,
        _ family: WidgetFamily,
        _ texts: Texts
    ) -> Card? {
        guard family == .medium, clocks.count > compactCount else { return nil }
        return compact(clocks, date, zone, .large, texts)
    }

    /// Returns a row with the name, the difference and the time of a clock.
    static func row(
        _ clock: SavedClock,
        _ time: LocalTime,
        _ home: LocalTime,
        _ texts: Texts,
        size: TextSize
    ) -> ColumnSet {
        ColumnSet {
            Column(verticalContentAlignment: .center) { name(clock, time, home, texts) }
            Column(width: .auto, verticalContentAlignment: .center) {
                TextBlock(texts.time(time), size: size, weight: .lighter)
            }
        }
    }

    /// Returns the name and the difference of a clock.
    @CardBuilder<CardElement> static func name(
        _ clock: SavedClock,
        _ time: LocalTime,
        _ home: LocalTime,
        _ texts: Texts
    ) -> [CardElement] {
        TextBlock(texts.title(of: clock).escapedForCards, weight: .bolder, wrap: true, maxLines: 2)
        TextBlock(texts.difference(time, from: home), size: .small, isSubtle: true, wrap: true).spacing(.none)
    }
}
