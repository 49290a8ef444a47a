// What the forecast, the search for places and the units are called.
extension Texts {
    var nextHours: String { say("Next 24 hours", "今後24時間", "Nächste 24 Stunden") }
    var nextDays: String { say("Next days", "今後の天気", "Nächste Tage") }
    var today: String { say("Today", "今日", "Heute") }
    var temperature: String { say("Temperature", "気温", "Temperatur") }
    var high: String { say("High", "最高", "Höchstwert") }
    var low: String { say("Low", "最低", "Tiefstwert") }
    var day: String { say("Day", "日", "Tag") }
    var sky: String { say("Sky", "天気", "Himmel") }
    var rain: String { say("Rain", "降水", "Regen") }
    var sunrise: String { say("Sunrise", "日の出", "Sonnenaufgang") }
    var sunset: String { say("Sunset", "日の入り", "Sonnenuntergang") }
    var units: String { say("Units", "単位", "Einheiten") }
    var metric: String { say("°C, m/s, km", "°C・m/s・km", "°C, m/s, km") }
    var imperial: String { say("°F, mph, miles", "°F・mph・マイル", "°F, mph, Meilen") }
    var noWeatherYet: String { say("No weather yet", "天気はまだありません", "Noch kein Wetter") }
    var retriesByItself: String {
        say(
            "The widget tries again by itself.",
            "ウィジェットは自動的に再試行します。",
            "Das Widget versucht es von selbst wieder."
        )
    }
    var tryAgain: String { say("Try Again", "再試行", "Erneut versuchen") }
    var searchWithoutNetwork: String {
        say(
            "Larger cities can be found even without a network.",
            "主な都市はネットワークなしでも検索できます。",
            "Größere Städte werden auch ohne Netzwerk gefunden."
        )
    }
    var findAPlace: String { say("Find a place", "場所を検索", "Ort suchen") }
    var searchExample: String { say("Berlin", "札幌", "Hamburg") }
    var search: String { say("Search", "検索", "Suchen") }
    var searchMissing: String {
        say("Enter the beginning of a name.", "名前の最初の文字を入力してください。", "Gib den Anfang eines Namens ein.")
    }
    var fromTheList: String {
        say(
            "The search service cannot be reached. These places are from the list in Weather, of larger cities only.",
            "検索サービスに接続できません。天気に付属する主な都市のリストから表示しています。",
            "Der Suchdienst ist nicht erreichbar. Diese Orte sind aus der Liste in Wetter, die nur größere Städte enthält."
        )
    }
    var notInTheList: String {
        say(
            "The search service cannot be reached, and the list in Weather has larger cities only.",
            "検索サービスに接続できません。天気に付属するリストには主な都市だけがあります。",
            "Der Suchdienst ist nicht erreichbar, und die Liste in Wetter enthält nur größere Städte."
        )
    }
    var citySource: String {
        say(
            "Places: GeoNames, CC BY 4.0",
            "地名：GeoNames（CC BY 4.0）",
            "Orte: GeoNames, CC BY 4.0"
        )
    }

    func nothingFound(_ text: String) -> String {
        say("No place begins with “\(text)”.", "「\(text)」で始まる場所はありません。", "Kein Ort beginnt mit „\(text)“.")
    }
    func addPlace(_ name: String) -> String { say("Add \(name)", "\(name)を追加", "\(name) hinzufügen") }
    func highLow(_ high: String, _ low: String) -> String {
        say("H \(high)  L \(low)", "最高\(high) 最低\(low)", "H \(high)  T \(low)")
    }
    func rainChance(_ percent: String) -> String { say("Rain \(percent)", "降水 \(percent)", "Regen \(percent)") }

    /// An hour of the day on the axis of a chart.
    func hour(_ hour: Int) -> String {
        if usesTwelveHours { return "\(hour % 12 == 0 ? 12 : hour % 12) \(hour < 12 ? "AM" : "PM")" }
        return say("\(hour)", "\(hour)時", "\(hour)")
    }

    /// A time of day.
    func clock(_ time: ClockTime) -> String {
        let minute = time.minute < 10 ? "0\(time.minute)" : "\(time.minute)"
        guard usesTwelveHours else { return "\(time.hour):\(minute)" }
        return "\(time.hour % 12 == 0 ? 12 : time.hour % 12):\(minute) \(time.hour < 12 ? "AM" : "PM")"
    }

    /// The short name of a day of the week, of which 0 is Sunday.
    func weekday(_ index: Int) -> String {
        let names = say("Sun Mon Tue Wed Thu Fri Sat", "日 月 火 水 木 金 土", "So Mo Di Mi Do Fr Sa")
        return String(names.split(separator: " ")[index])
    }
}
