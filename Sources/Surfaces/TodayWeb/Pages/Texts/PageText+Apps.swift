/// The texts about installing and removing apps, and about their rights.
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
        en: "Replaces an App",
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
            en: "\(app) asks for no new rights.",
            de: "\(app) verlangt nichts, was es nicht schon hat.",
            ja: "\(app)が新たに求める許可はありません。"
        )
    }
    static func theAppSays(_ purpose: String) -> PageText {
        PageText(en: "The app says: “\(purpose)”", de: "Die App sagt: „\(purpose)“", ja: "アプリの説明：「\(purpose)」")
    }

    // MARK: - The servers that an app may call

    static let network = PageText(en: "Network", de: "Netzwerk", ja: "ネットワーク")
    static let anotherHost = PageText(
        en: "Another host: example.com",
        de: "Weiterer Server: example.com",
        ja: "ほかのサーバー：example.com"
    )
    static let hostIsAllowed = PageText(
        en: "You have allowed this already.",
        de: "Das ist schon erlaubt.",
        ja: "すでに許可されています。"
    )

    static func allowHost(_ host: String, for app: String) -> PageText {
        PageText(
            en: "Allow “\(app)” to Fetch from \(host)?",
            de: "Darf „\(app)“ von \(host) laden?",
            ja: "「\(app)」に\(host)からの取得を許可しますか？"
        )
    }
    static func mayFetch(_ app: String, from host: String) -> PageText {
        PageText(
            en: "“\(app)” May Fetch from \(host)",
            de: "„\(app)“ darf von \(host) laden",
            ja: "「\(app)」は\(host)から取得できます"
        )
    }
    static func aboutAllowingHost(_ app: String) -> PageText {
        PageText(
            en:
                "\(app) can then send this host anything it knows, and read what the host answers, also if the host is in your "
                + "network or this machine. You can revoke this in Settings.",
            de:
                "\(app) kann diesem Server dann alles senden, was es weiß, und lesen, was er antwortet, auch wenn er in deinem "
                + "Netzwerk oder dieser Rechner ist. Das lässt sich in den Einstellungen widerrufen.",
            ja: "\(app)は、知っている情報をこのサーバーに送信し、その応答を読み取れるようになります。ネットワーク内のサーバーやこのコンピュータの場合も同様です。"
                + "許可は「設定」で取り消せます。"
        )
    }
}
