/// The sky, and why there is no weather to show.
extension Texts {
    // Errors

    /// Says that the app has no such page.
    public func noPage(_ path: String) -> String {
        say("Weather has no page “\(path)”.", "「\(path)」というページはありません。", "Es gibt keine Seite „\(path)“.")
    }
    func placeRemoved(_ name: String) -> String {
        say("“\(name)” was removed.", "「\(name)」を削除しました。", "„\(name)“ wurde entfernt.")
    }
    var placeIsGone: String {
        say(
            "This place is no longer in the list.",
            "この場所はもうリストにありません。",
            "Dieser Ort steht nicht mehr in der Liste."
        )
    }
    var locationUnknown: String {
        say(
            "Your location is not known. Switch on Location in Today's settings, or choose another place.",
            "現在地がわかりません。Todayの設定で「位置情報」をオンにするか、別の場所を選んでください。",
            "Dein Standort ist unbekannt. Schalte in den Einstellungen von Today den Standort ein, oder wähle einen "
                + "anderen Ort."
        )
    }
    var locationFailed: String {
        say(
            "Your location could not be determined.",
            "現在地を取得できませんでした。",
            "Dein Standort konnte nicht ermittelt werden."
        )
    }
    var unreachable: String {
        say(
            "The weather service cannot be reached. Check the network.",
            "天気サービスに接続できません。ネットワークを確認してください。",
            "Der Wetterdienst ist nicht erreichbar. Überprüfe das Netzwerk."
        )
    }
    var tooSlow: String {
        say(
            "The weather service took too long to answer.",
            "天気サービスの応答に時間がかかりすぎました。",
            "Der Wetterdienst hat zu lange nicht geantwortet."
        )
    }
    var tooLarge: String {
        say(
            "The weather service sent an answer that is too large.",
            "天気サービスから送られたデータが大きすぎます。",
            "Der Wetterdienst hat mehr gesendet, als gelesen werden kann."
        )
    }
    var malformed: String {
        say(
            "The weather service's answer cannot be understood.",
            "天気サービスの応答を読み取れません。",
            "Die Antwort des Wetterdienstes ist unverständlich."
        )
    }
    var tooManyRequests: String {
        say(
            "The weather service was asked too often. It will answer again later.",
            "天気サービスへの問い合わせが多すぎます。しばらくすると応答します。",
            "Der Wetterdienst wurde zu oft gefragt. Später antwortet er wieder."
        )
    }
    var keyRefused: String {
        say(
            "The weather service refuses the key. Set provider.key in group.today.weather again.",
            "天気サービスがキーを受け付けません。group.today.weatherのprovider.keyを設定し直してください。",
            "Der Wetterdienst lehnt den Schlüssel ab. Setze provider.key in group.today.weather neu."
        )
    }
    var refused: String {
        say(
            "The weather service refuses to answer.",
            "天気サービスが応答を拒否しました。",
            "Der Wetterdienst verweigert die Antwort."
        )
    }
    var unknownAddress: String {
        say(
            "There is no weather service at this address. Check provider.url in group.today.weather.",
            "このアドレスに天気サービスはありません。group.today.weatherのprovider.urlを確認してください。",
            "Unter dieser Adresse ist kein Wetterdienst. Überprüfe provider.url in group.today.weather."
        )
    }
    var keyMissing: String {
        say(
            "The provider darksky needs a key: set provider.key in group.today.weather.",
            "プロバイダdarkskyにはキーが必要です。group.today.weatherのprovider.keyを設定してください。",
            "Der Anbieter darksky braucht einen Schlüssel: setze provider.key in group.today.weather."
        )
    }

    func noSuchPlace(_ choice: String) -> String {
        say(
            "There is no place “\(choice)”. Choose one in Weather.",
            "「\(choice)」という場所はありません。天気アプリで選んでください。",
            "Es gibt keinen Ort „\(choice)“. Wähle einen in Wetter."
        )
    }
    func noWeather(_ place: String) -> String {
        say(
            "The weather service does not know the weather in \(place) now.",
            "\(place)の現在の天気がわかりません。",
            "Der Wetterdienst kennt das Wetter in \(place) derzeit nicht."
        )
    }
    func badRequest(_ reason: String?) -> String {
        guard let reason else {
            return say(
                "The weather service does not understand the request.",
                "天気サービスが要求を理解できません。",
                "Der Wetterdienst versteht die Anfrage nicht."
            )
        }
        let sentence = reason.hasSuffix(".") ? reason : reason + "."
        return say(
            "The weather service does not understand the request: \(sentence)",
            "天気サービスが要求を理解できません：\(sentence)",
            "Der Wetterdienst versteht die Anfrage nicht: \(sentence)"
        )
    }
    func outOfOrder(_ status: Int) -> String {
        say(
            "The weather service is not working (\(status)).",
            "天気サービスに障害が起きています（\(status)）。",
            "Der Wetterdienst ist gestört (\(status))."
        )
    }
    func unexpectedStatus(_ status: Int) -> String {
        say(
            "The weather service gave no answer (\(status)).",
            "天気サービスが応答しませんでした（\(status)）。",
            "Der Wetterdienst hat nicht geantwortet (\(status))."
        )
    }
    func unknownProvider(_ name: String) -> String {
        say(
            "There is no provider “\(name)”: set provider in group.today.weather to openmeteo or darksky.",
            "「\(name)」というプロバイダはありません。group.today.weatherのproviderをopenmeteoかdarkskyにしてください。",
            "Es gibt keinen Anbieter „\(name)“: setze provider in group.today.weather auf openmeteo oder darksky."
        )
    }
    func unknownUnits(_ name: String) -> String {
        say(
            "There are no units “\(name)”: set units in group.today.weather to us or si.",
            "「\(name)」という単位はありません。group.today.weatherのunitsをusかsiにしてください。",
            "Es gibt keine Einheiten „\(name)“: setze units in group.today.weather auf us oder si."
        )
    }
    func badOrigin(_ text: String) -> String {
        say(
            "“\(text)” is not an address: set provider.url in group.today.weather to one such as https://api.open-meteo.com.",
            "「\(text)」はアドレスではありません。group.today.weatherのprovider.urlをhttps://api.open-meteo.comのように"
                + "設定してください。",
            "„\(text)“ ist keine Adresse: setze provider.url in group.today.weather auf eine wie "
                + "https://api.open-meteo.com."
        )
    }

    // The sky

    func sky(_ sky: Sky) -> String {
        switch sky {
        case .clearDay: say("Clear", "快晴", "Sonnig")
        case .clearNight: say("Clear", "快晴", "Klar")
        case .mainlyClear: say("Mainly clear", "おおむね晴れ", "Überwiegend klar")
        case .partlyCloudyDay, .partlyCloudyNight: say("Partly cloudy", "一部曇り", "Teilweise bewölkt")
        case .cloudy: say("Cloudy", "曇り", "Bewölkt")
        case .fog: say("Fog", "霧", "Nebel")
        case .drizzle: say("Drizzle", "霧雨", "Nieselregen")
        case .freezingDrizzle: say("Freezing drizzle", "着氷性の霧雨", "Gefrierender Nieselregen")
        case .lightRain: say("Light rain", "小雨", "Leichter Regen")
        case .rain: say("Rain", "雨", "Regen")
        case .heavyRain: say("Heavy rain", "大雨", "Starkregen")
        case .freezingRain: say("Freezing rain", "着氷性の雨", "Gefrierender Regen")
        case .lightSnow: say("Light snow", "小雪", "Leichter Schneefall")
        case .snow: say("Snow", "雪", "Schneefall")
        case .heavySnow: say("Heavy snow", "大雪", "Starker Schneefall")
        case .sleet: say("Sleet", "みぞれ", "Schneeregen")
        case .showers: say("Showers", "にわか雨", "Regenschauer")
        case .snowShowers: say("Snow showers", "にわか雪", "Schneeschauer")
        case .hail: say("Hail", "ひょう", "Hagel")
        case .thunderstorm: say("Thunderstorm", "雷雨", "Gewitter")
        case .tornado: say("Tornado", "竜巻", "Tornado")
        case .wind: say("Windy", "強風", "Windig")
        }
    }
}
