/// Installing and removing apps, and their rights.
extension PageText {
    static let installFromFile = PageText(
        en: "Install from a File…",
        de: "Aus einer Datei installieren …",
        ja: "ファイルからインストール…"
    )
    static let installApp = PageText(en: "Install an App", de: "App installieren", ja: "アプリをインストール")
    static let installButton = PageText(en: "Install", de: "Installieren", ja: "インストール")
    static let replaceButton = PageText(en: "Replace", de: "Ersetzen", ja: "置き換える")
    static let belongsToAnotherApp = PageText(
        en: "Belongs to Another App",
        de: "Gehört einer anderen App",
        ja: "ほかのアプリに属するもの"
    )
    static let takesThePlace = PageText(
        en: "Takes the Place of an App",
        de: "Tritt an die Stelle einer App",
        ja: "置き換えられるアプリ"
    )
    static let withoutEffect = PageText(en: "Without Effect", de: "Ohne Wirkung", ja: "機能しないもの")
    static let removeApp = PageText(en: "Remove App…", de: "App entfernen …", ja: "アプリを削除…")
    static let removeButton = PageText(en: "Remove", de: "Entfernen", ja: "削除")
    static let aboutRemoval = PageText(
        en: "Its widgets and its data are removed too. Data that another app uses stays.",
        de: "Auch ihre Widgets und ihre Daten werden entfernt. Daten, die eine andere App verwendet, bleiben.",
        ja: "ウィジェットとデータも削除されます。ほかのアプリが使うデータは残ります。"
    )
    static let keepData = PageText(en: "Keep its data", de: "Daten behalten", ja: "データを残す")

    static func replacesApp(_ app: String, _ version: String, from source: String?) -> PageText {
        let name = "\(app) \(version)"
        guard let source else {
            return PageText(
                en: "\(name) was installed from elsewhere. This file gets its rights and its data.",
                de: "\(name) wurde von anderswo installiert. Diese Datei erhält ihre Rechte und ihre Daten.",
                ja: "\(name)は別の場所からインストールされました。このファイルがその許可とデータを引き継ぎます。"
            )
        }
        return PageText(
            en: "\(name) was installed from \(source). This file gets its rights and its data.",
            de: "\(name) wurde aus \(source) installiert. Diese Datei erhält ihre Rechte und ihre Daten.",
            ja: "\(name)は\(source)からインストールされました。このファイルがその許可とデータを引き継ぎます。"
        )
    }
    static func willRead(_ group: String, sharedWith apps: [String]) -> PageText {
        guard !apps.isEmpty else {
            return PageText(
                en: "It will read the data of \(group).",
                de: "Sie wird die Daten von \(group) lesen.",
                ja: "\(group)のデータを読み取ります。"
            )
        }
        let names = apps.joined(separator: ", ")
        return PageText(
            en: "It will read the data of \(group), which is also used by \(names).",
            de: "Sie wird die Daten von \(group) lesen, die auch \(names) verwendet.",
            ja: "\(names)も使う\(group)のデータを読み取ります。"
        )
    }
    static func removeQuestion(_ app: String) -> PageText {
        PageText(en: "Remove \(app)?", de: "\(app) entfernen?", ja: "\(app)を削除しますか？")
    }
    static func install(_ app: String, _ version: String, replacing installed: String?) -> PageText {
        switch installed {
        case nil: PageText(en: "Install \(app)?", de: "\(app) installieren?", ja: "\(app)をインストールしますか？")
        case version:
            PageText(
                en: "Replace \(app) \(version)?",
                de: "\(app) \(version) ersetzen?",
                ja: "\(app) \(version)を置き換えますか？"
            )
        case let installed?:
            PageText(
                en: "Replace \(app) \(installed) with \(version)?",
                de: "\(app) \(installed) durch \(version) ersetzen?",
                ja: "\(app) \(installed)を\(version)に置き換えますか？"
            )
        }
    }
    static func asksForThis(_ app: String) -> PageText {
        PageText(en: "\(app) Asks for This", de: "\(app) verlangt das", ja: "\(app)が求める許可")
    }
    static func nowAsksForThis(_ app: String) -> PageText {
        PageText(en: "\(app) Now Asks for This Too", de: "\(app) verlangt jetzt auch das", ja: "\(app)が新たに求める許可")
    }
    static func asksForNothingNew(_ app: String) -> PageText {
        PageText(
            en: "\(app) asks for nothing that it does not have already.",
            de: "\(app) verlangt nichts, was es nicht schon hat.",
            ja: "\(app)が新たに求める許可はありません。"
        )
    }
    static func theAppSays(_ purpose: String) -> PageText {
        PageText(en: "The app says: “\(purpose)”", de: "Die App sagt: „\(purpose)“", ja: "アプリの説明：「\(purpose)」")
    }

    // MARK: - Rights

    /// What an app may do by a right, in the words of the host in English.
    ///
    /// - Parameters:
    ///   - identifier: The right, such as `group:group.com.example.weather`.
    ///   - sentence: The host's sentence, which is used in every language for a right that is not known here.
    /// - Returns: The sentence.
    static func right(_ identifier: String, _ sentence: String) -> PageText {
        let parts = identifier.split(separator: ":", maxSplits: 1).map(String.init)
        let translation = parts.count == 2 ? namedRight(parts[0], parts[1]) : plainRight(identifier)
        return translation.map { PageText(en: sentence, de: $0.de, ja: $0.ja) } ?? PageText(verbatim: sentence)
    }

    private static func plainRight(_ identifier: String) -> (de: String, ja: String)? {
        switch identifier {
        case "program": ("Ein Programm im Hintergrund ausführen.", "プログラムをバックグラウンドで実行する。")
        case "network": ("Aus dem Netz laden, nur von erlaubten Servern.", "ネットワークから取得する（許可したサーバのみ）。")
        case "location": ("Auf etwa 5 km genau wissen, wo du bist.", "おおよその現在地（約5km）を知る。")
        case "precise-location": ("Genau wissen, wo du bist.", "正確な現在地を知る。")
        case "system-status":
            ("Last, Speicher und Festplatte dieses Rechners kennen.", "このコンピュータの負荷、メモリ、ディスクの状態を知る。")
        case "push": ("Push-Mitteilungen und Nachrichten in einem Posteingang empfangen.", "プッシュ通知と受信箱のメッセージを受け取る。")
        case "remote-notification":
            ("Im Hintergrund gestartet werden, wenn etwas eintrifft.", "何かが届いたときにバックグラウンドで起動される。")
        case "fetch":
            (
                "Im Hintergrund gestartet werden, wenn ein Tag beginnt, die Uhr verstellt wird oder zu eigenen Zeiten.",
                "日付や時刻が変わったとき、または指定した時刻にバックグラウンドで起動される。"
            )
        case "notifications": ("Dir Mitteilungen senden.", "通知を送る。")
        default: nil
        }
    }

    private static func namedRight(_ right: String, _ name: String) -> (de: String, ja: String)? {
        switch right {
        case "widget": ("Das Widget \(name) auf dem Heute-Bildschirm zeigen.", "ウィジェット\(name)を「今日」画面に表示する。")
        case "host": ("Von \(name) laden.", "\(name)から取得する。")
        case "group":
            (
                "Daten in der App-Gruppe \(name) ablegen und mit anderen Apps darin teilen.",
                "アプリグループ\(name)にデータを保存し、グループ内のほかのアプリと共有する。"
            )
        case "container":
            ("Einträge in \(name) auf allen deinen Geräten ablegen.", "すべてのデバイスで\(name)にレコードを保存する。")
        case "scheme": ("Links öffnen, die mit \(name): beginnen.", "\(name):で始まるリンクを開く。")
        default: nil
        }
    }
}
