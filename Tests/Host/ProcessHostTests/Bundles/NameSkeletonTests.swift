import ProcessHost
import Testing

/// A name that people take for another one looks like it, and others do not.
@Suite struct NameSkeletonTests {
    private func look(_ name: String, like other: String) -> Bool {
        NameSkeleton.all(of: name).contains { skeleton in
            NameSkeleton.all(of: other).contains { skeleton.looks(like: $0) }
        }
    }

    /// Names that look like *Victim*.
    private static let victims = [
        // An I, an l, a 1 and a bar are drawn alike, and an i may be an I; case, points and spaces are not noticed.
        "victim", "VICTIM", "Vict1m", "VIctlm", "V|ctim", "Victlm", "Vict!m", "Victim.", "Victim…", "'Victim'",
        "Vic-tim", "Vic tim", "Vic\u{A0}tim", "Victim·", "Victimʼ", "Victimꓸ", "Victim®", "Victim™", "Victim ✔",
        "(Victim)",
        "Victirn",
        // Letters of other scripts: Lisu, Coptic, Cyrillic, Greek, Cherokee, Armenian.
        "ꓦictim", "ꓦꓲꓚꓔꓲM", "Viⲥtim", "Vⲓctⲓm", "VⲒⲤTⲒM", "Viсtim", "Vісtіm", "ѵictim", "νictim", "VΙCTΙM",
        "Ꮩictim", "ᏙᎥᏟᎢᎥᎷ", "Vιctιm", "Viϲtim",
        // Forms of Latin letters.
        "Ｖｉｃｔｉｍ", "𝐕𝐢𝐜𝐭𝐢𝐦", "Ⓥⓘⓒⓣⓘⓜ", "ᴠɪᴄᴛɪᴍ", "🆅🅸🅲🆃🅸🅼", "🇻🇮🇨🇹🇮🇲", "Vıctım", "ⅴictim", "Vɩctɩm",
        // Letters and digits of scripts that are written from right to left, and a mark of direction.
        "Vוctוm", "V١ctim", "Vاctim", "V۱ct۱m", "Vic\u{200E}tim", "Victi\u{FEFF}m",
        // Marks above, below and across letters, enclosing ones, joiners and other characters that are not seen.
        "Víctîm", "V\u{336}i\u{336}c\u{336}t\u{336}i\u{336}m\u{336}", "Vi\u{323}\u{301}ctim", "V\u{20DD}ictim",
        "Vic\u{200D}tim", "Vi\u{34F}ctim", "Vic\u{AD}tim", "Victim\u{FE0F}", "Victi\u{2060}m", "Victim\u{3164}",
    ]

    @Test(arguments: victims)
    func aNameLooksLikeAnother(name: String) { #expect(look(name, like: "Victim")) }

    @Test(arguments: [
        ("LOCK", "lock"), ("lP", "IP"), ("IP", "lP"), ("LOCK", "ꓡOCK"), ("LOCK", "ʟock"), ("ꓡOCK", "LOCK"),
        ("Settings", "5ett1ng5"), ("Settings", "$ettings"), ("Settings", "Sеttings"), ("Settings", "Settlngs."),
        ("Notes", "N0tes"), ("Clock", "Clסck"), ("Wave", "VVave"), ("Modern", "Modem"), ("Hour", "հour"),
        ("設定", "設定。"), ("ロボ", "口ボ"), ("エース", "工ース"), ("通知", "通 知"), ("Geräte", "Gerate"), ("❤️", "❤"),
    ])
    func namesOfEachScriptLookLikeOthers(name: String, twin: String) { #expect(look(twin, like: name)) }

    @Test(arguments: [
        ("Weather", "Weather 2"), ("Weather", "Weather Map"), ("Weather", "Wetter"), ("Weather 2", "Weather 3"),
        ("C", "C++"), ("C", "C#"), ("Calendar", "Calendar+"), ("Clock", "Dock"), ("Sun", "Son"), ("Mail", "Mai"),
        // An i with its dot does not pass for an l, nor an I for an L.
        ("Mail", "Mali"), ("Mali", "Mail"), ("Mail", "Mall"), ("IP", "LP"), ("LP", "IP"), ("VICTLM", "VICTIM"),
        ("Base 5", "Base S"), ("Notes", "Vote"), ("App 1", "App 2"), ("App 6", "App 8"), ("❤", "★"), ("???", "!!!"),
        ("バス", "ハス"), ("パス", "ハス"), ("はし", "ばし"), ("かき", "がき"), ("天気", "電気"), ("時計", "時刻"),
        ("بث", "پت"), ("कि", "कु"), ("กา", "กี"), ("שלום", "שלוש"), ("Заметки", "Замки"), ("Νέα", "Νερά"),
    ])
    func namesThatAreOtherwiseStayApart(name: String, other: String) { #expect(!look(name, like: other)) }

    @Test func theNamesOfTheSampleAppsStayApart() {
        let names = [
            "Calendar", "Clock", "Feeds", "Habits", "Messages", "Services", "Shopping List", "System", "Weather",
            "Kalender", "Uhr", "Gewohnheiten", "Nachrichten", "Dienste", "Einkaufsliste", "Wetter", "カレンダー", "時計",
            "フィード", "習慣", "メッセージ", "サービス", "買い物リスト", "システム", "天気",
        ]
        #expect(Set(names.flatMap(NameSkeleton.all).map(\.text)).count >= names.count)
        for (index, name) in names.enumerated() {
            for other in names[..<index] { #expect(!look(name, like: other), "\(name), \(other)") }
        }
    }

    /// Decomposed as a whole, so many marks in wrong order would have to be sorted for minutes.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("\u{301}\u{323}\u{336}", 100_000, true), ("\u{3099}\u{94D}", 5_000, false),
            ("\u{5D0}\u{E34}", 5_000, false),
        ]
    )
    func aNameWithThousandsOfMarksTakesLinearTime(marks: String, count: Int, isVictim: Bool) {
        let name = "Victim" + String(repeating: marks, count: count)
        #expect(look(name, like: "Victim") == isVictim)
    }
}
