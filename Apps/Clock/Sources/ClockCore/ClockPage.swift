public import TodayKit

/// The app's page: the clocks, and a form to add one.
public enum ClockPage {
    /// The ids of the inputs.
    public enum Input {
        /// The beginning of the name of a city.
        public static let search = "search"
        /// The name of the clock to add.
        public static let label = "label"
    }

    /// How long the text of a search may be, in characters.
    public static let textLimit = 40
    /// How many zones a search shows.
    private static let resultLimit = 12

    /// Returns the URL of the page with the cities that a text finds.
    static func url(finding text: String) -> String {
        "\(ClockCards.appURL)?\(Input.search)=\(text.escapedForURLs)"
    }

    /// Returns the page.
    ///
    /// - Parameters:
    ///   - clocks: The clocks.
    ///   - zones: The zones to choose from.
    ///   - text: The text of a search for a city; `nil` for none.
    ///   - now: The current time.
    ///   - zone: The person's time zone.
    ///   - texts: The texts of the surface's language.
    /// - Returns: The page.
    public static func page(
        _ clocks: [SavedClock],
        zones: ZoneList,
        finding text: String? = nil,
        now: Date,
        zone: String,
        _ texts: Texts
    ) -> SceneContent {
        let home = LocalTime(now, in: zone)
        return SceneContent(
            title: texts.clock,
            card: Card {
                TextBlock(texts.yourTime, isSubtle: true).horizontalAlignment(.center)
                TextBlock(texts.time(home), size: .extraLarge, weight: .lighter)
                    .spacing(.none).horizontalAlignment(.center)
                Container(style: .emphasis) {
                    for (index, clock) in clocks.enumerated() {
                        row(clock, LocalTime(now, in: clock.zone), home, texts).separator(index > 0)
                    }
                    if clocks.isEmpty { TextBlock(texts.noClocksHere, isSubtle: true, wrap: true) }
                }
                .spacing(.large)
                search(zones, text, texts)
            }
        )
    }

    /// Returns a row with the name and the time of a clock, and the menu that removes it.
    private static func row(
        _ clock: SavedClock,
        _ time: LocalTime,
        _ home: LocalTime,
        _ texts: Texts
    ) -> ColumnSet {
        ColumnSet {
            Column(verticalContentAlignment: .center) { ClockCards.name(clock, time, home, texts) }
            Column(width: .auto, verticalContentAlignment: .center) {
                TextBlock(texts.time(time), size: .large, weight: .lighter)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                ActionSet {
                    Action.perform(texts.remove, ClockAction.remove(clock), style: .destructive)
                        .tooltip(texts.removeClock(texts.title(of: clock))).mode(.secondary)
                }
            }
        }
    }

    private static func search(_ zones: ZoneList, _ text: String?, _ texts: Texts) -> Container {
        Container(style: .emphasis) {
            TextBlock(texts.addAClock, weight: .bolder)
            TextInput(
                id: Input.search,
                label: texts.findACity,
                placeholder: texts.searchExample,
                value: text,
                maxLength: textLimit,
                inlineAction: .submit(texts.search, ClockAction.search)
            )
            if let text { results(zones.names(finding: text, texts), text, texts) }
        }
        .id("add").spacing(.large)
    }

    /// Returns the zones that a search found, and the field for the name of the clock.
    @CardBuilder<CardElement>
    private static func results(_ names: [String], _ text: String, _ texts: Texts) -> [CardElement] {
        if names.isEmpty {
            TextBlock(texts.nothingFound(text).escapedForCards, wrap: true)
        } else {
            TextInput(
                id: Input.label,
                label: texts.label,
                placeholder: texts.labelHint,
                maxLength: ClockEditor.labelLimit
            )
        }
        for name in names.prefix(resultLimit) {
            let city = texts.title(of: SavedClock(zone: name))
            CompoundButton(
                city,
                description: name.replacing("_", with: " "),
                icon: IconInfo(.clock),
                selectAction: .submit(texts.addCity(city), ClockAction.add(zone: name))
            )
            .spacing(.small)
        }
        if names.count > resultLimit { TextBlock(texts.moreFound, size: .small, isSubtle: true, wrap: true) }
    }
}

/// The actions of the page.
public enum ClockAction: Codable, Hashable, Sendable {
    /// Finds cities by the text in the field.
    case search
    /// Adds a clock of a zone, an IANA name.
    case add(zone: String)
    /// Removes a clock.
    case remove(SavedClock)
    /// Returns a clock that was removed to its place.
    case putBack(SavedClock, at: Int)
}

/// Performs the actions of the page by changing shared defaults.
public struct ClockEditor: Sendable {
    /// How long a name may be, in characters.
    public static let labelLimit = 40

    private let zones: ZoneList
    private let texts: Texts

    /// Creates an editor.
    public init(zones: ZoneList, _ texts: Texts) {
        self.zones = zones
        self.texts = texts
    }

    /// Returns the URL of the page with what the person searches for.
    ///
    /// - Throws: `InvalidInputs` without a text.
    public func searchURL(_ inputs: [String: String]) throws -> String {
        let text = Self.plain(inputs[ClockPage.Input.search] ?? "")
        guard !text.isEmpty, text.count <= ClockPage.textLimit else {
            throw InvalidInputs([ClockPage.Input.search: texts.searchMissing])
        }
        return ClockPage.url(finding: text)
    }

    /// Returns the clocks after an action; repeating the action changes nothing more.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - clocks: The clocks before it.
    ///   - inputs: What the person entered.
    /// - Returns: The clocks after it.
    /// - Throws: `InvalidInputs` with a message for each invalid input; a `Failure` if there is no room or no such zone.
    public func clocks(
        after action: ClockAction,
        _ clocks: [SavedClock],
        inputs: [String: String]
    ) throws -> [SavedClock] {
        switch action {
        case .remove(let clock): return clocks.filter { $0 != clock }
        case .putBack(let clock, let index):
            guard !clocks.contains(clock) else { return clocks }
            guard clocks.count < SavedClock.limit else { throw Failure(texts.tooMany(SavedClock.limit)) }
            var clocks = clocks
            clocks.insert(clock, at: min(max(index, 0), clocks.count))
            return clocks
        case .search: return clocks
        case .add(let zone):
            let label = Self.plain(inputs[ClockPage.Input.label] ?? "")
            guard zones.names.contains(zone) else { throw Failure(texts.nothingFound(zone)) }
            guard clocks.count < SavedClock.limit else { throw Failure(texts.tooMany(SavedClock.limit)) }
            if label.count > Self.labelLimit || label.utf8.count > Self.labelLimit * 16 {
                throw InvalidInputs([ClockPage.Input.label: texts.labelTooLong(Self.labelLimit)])
            }
            let clock = SavedClock(zone: zone, label: label.isEmpty ? nil : label)
            return clocks.contains(clock) ? clocks : clocks + [clock]
        }
    }

    /// Returns a text on one line, without spaces at its ends.
    private static func plain(_ text: String) -> String {
        text.split { character in
            character.isWhitespace
                || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        .joined(separator: " ")
    }
}
