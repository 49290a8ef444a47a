import AppLanguages
import CivilTime
import HabitsDomain

/// Every text of the pages and of the widget, in English, Japanese and German.
struct Texts: Hashable, Sendable {
    let language: AppLanguage
    /// The language of the surface.
    private let surface: String
    private let clock: ClockFormat

    /// Creates the texts for the language of the surface; English for other languages.
    init(_ surface: String) {
        self.surface = surface
        language = AppLanguage(surface)
        clock = ClockFormat(surface)
    }

    /// The language of the texts, for screen readers.
    var tag: String {
        switch language {
        case .japanese, .german: surface
        case .english: surface.lowercased().hasPrefix("en") ? surface : "en"
        }
    }

    /// Whether dates have the month first, as in the United States.
    var hasMonthFirst: Bool { AppLanguage.hasMonthFirst(surface) }

    /// A time of day.
    func time(_ time: TimeOfDay) -> String { clock.text(time.hour, time.minute) }

    // Today

    var habits: String { say("Habits", "習慣", "Gewohnheiten") }
    var openHabits: String { say("Open Habits", "習慣を開く", "Gewohnheiten öffnen") }
    var today: String { say("Today", "今日", "Heute") }
    var noHabits: String { say("No habits yet", "習慣はまだありません", "Noch keine Gewohnheiten") }
    var addFirst: String {
        say("Add the first one in the app.", "アプリで最初の習慣を追加しましょう。", "Füge in der App die erste hinzu.")
    }
    var beginSmall: String {
        say("Begin with one small thing.", "小さなことから始めましょう。", "Beginne mit einer Kleinigkeit.")
    }
    var nothingDue: String { say("Nothing due today", "今日の予定はありません", "Heute nichts fällig") }
    var nothingDueThen: String { say("Nothing was due.", "予定はありませんでした。", "Nichts war fällig.") }
    var allDone: String { say("All done", "すべて完了", "Alles erledigt") }

    func left(_ count: Int) -> String { say("\(count) left", "残り \(count) 件", "\(count) offen") }
    func more(_ count: Int) -> String { say("and \(count) more", "ほか \(count) 件", "und \(count) weitere") }
    func week(_ done: Int, of times: Int) -> String {
        say("\(done) of \(times) this week", "今週 \(done)/\(times) 回", "\(done) von \(times) diese Woche")
    }
    func tick(_ name: String) -> String {
        say("Mark \(name) as done", "\(name)を完了にする", "\(name) als erledigt markieren")
    }
    func untick(_ name: String) -> String {
        say("Mark \(name) as not done", "\(name)を未完了にする", "\(name) als offen markieren")
    }
    /// That ticks wait for the app, with the time at which it last processed some; `nil` if it never did.
    func notProcessed(since last: String?) -> String {
        guard let last else {
            return say(
                "Ticks are waiting. The next one opens Habits.",
                "処理待ちの記録があります。次のチェックで「習慣」が開きます。",
                "Häkchen warten noch. Das nächste öffnet Gewohnheiten."
            )
        }
        return say(
            "Last processed: \(last). The next tick opens Habits.",
            "最後の処理: \(last)。次のチェックで「習慣」が開きます。",
            "Zuletzt verarbeitet: \(last). Das nächste Häkchen öffnet Gewohnheiten."
        )
    }
    var skipped: String { say("Skipped", "スキップ", "Ausgelassen") }
    var skip: String { say("Skip", "スキップ", "Auslassen") }

    // Ways

    var month: String { say("Month", "月", "Monat") }
    var streaks: String { say("Streaks", "連続記録", "Serien") }
    var arrange: String { say("Edit", "編集", "Bearbeiten") }
    var settings: String { say("Settings", "設定", "Einstellungen") }
    var add: String { say("Add Habit", "習慣を追加", "Gewohnheit hinzufügen") }
    var earlier: String { say("Earlier", "前へ", "Früher") }
    var later: String { say("Later", "次へ", "Später") }
    var yesterday: String { say("Yesterday", "昨日", "Gestern") }
    var undo: String { say("Undo", "取り消す", "Rückgängig") }

    /// How many of the habits of a day are done.
    func share(_ done: Int, of all: Int) -> String {
        say("\(done) of \(all) done", "\(all) 件中 \(done) 件完了", "\(done) von \(all) erledigt")
    }

    // Streaks

    var streak: String { say("Streak", "連続", "Serie") }
    var record: String { say("Record", "最長", "Rekord") }
    func length(_ count: Int, _ unit: Streak.Unit) -> String {
        switch unit {
        case .days: say(count == 1 ? "1 day" : "\(count) days", "\(count) 日", count == 1 ? "1 Tag" : "\(count) Tage")
        case .weeks:
            say(count == 1 ? "1 week" : "\(count) weeks", "\(count) 週間", count == 1 ? "1 Woche" : "\(count) Wochen")
        }
    }
    var tapToCorrect: String {
        say("Tap a day to correct it.", "日をタップすると修正できます。", "Tippe auf einen Tag, um ihn zu ändern.")
    }

    // Adding and editing

    var name: String { say("Name", "名前", "Name") }
    var nameExample: String { say("Read", "読書", "Lesen") }
    var symbol: String { say("Symbol", "記号", "Symbol") }
    var schedule: String { say("How often", "頻度", "Wie oft") }
    var daily: String { say("Every day", "毎日", "Jeden Tag") }
    var onWeekdays: String { say("On chosen days", "曜日を選ぶ", "An bestimmten Tagen") }
    func timesAWeek(_ times: Int) -> String {
        switch times {
        case 1: say("Once a week", "週 1 回", "Einmal pro Woche")
        case 2: say("Twice a week", "週 2 回", "Zweimal pro Woche")
        default: say("\(times) times a week", "週 \(times) 回", "\(times)-mal pro Woche")
        }
    }
    var days: String { say("Days", "曜日", "Tage") }
    var reminder: String { say("Reminder", "リマインダー", "Erinnerung") }
    var reminderHint: String { say("Leave empty for no reminder.", "空欄なら通知しません。", "Leer lassen für keine Erinnerung.") }
    var boundary: String { say("Day begins at", "一日の始まり", "Der Tag beginnt um") }
    var boundaryHint: String {
        say("Leave empty to follow the settings.", "空欄なら設定に従います。", "Leer lassen, damit die Einstellungen gelten.")
    }
    func timesAreIn(_ zone: String) -> String {
        say(
            "Times are in \(zone), where Today runs.",
            "時刻はTodayが動作している\(zone)のものです。",
            "Die Zeiten gelten für \(zone), wo Today läuft."
        )
    }
    var more: String { say("More", "詳細", "Mehr") }
    var save: String { say("Save", "保存", "Sichern") }
    var cancel: String { say("Cancel", "キャンセル", "Abbrechen") }
    var delete: String { say("Delete", "削除", "Löschen") }
    func deleteHabit(_ name: String) -> String { say("Delete \(name)", "\(name)を削除", "\(name) löschen") }
    func editHabit(_ name: String) -> String { say("Edit \(name)", "\(name)を編集", "\(name) bearbeiten") }
    func moveUp(_ name: String) -> String { say("Move \(name) up", "\(name)を上へ", "\(name) nach oben") }
    func moveDown(_ name: String) -> String { say("Move \(name) down", "\(name)を下へ", "\(name) nach unten") }
    func deleted(_ name: String) -> String {
        say("“\(name)” was deleted.", "「\(name)」を削除しました。", "„\(name)“ ist gelöscht.")
    }
    func added(_ name: String) -> String {
        say("“\(name)” was added.", "「\(name)」を追加しました。", "„\(name)“ ist hinzugefügt.")
    }
    func changed(_ name: String) -> String {
        say("“\(name)” was changed.", "「\(name)」を変更しました。", "„\(name)“ ist geändert.")
    }
    var reordered: String { say("The order was changed.", "順番を変更しました。", "Die Reihenfolge ist geändert.") }
    var settingsChanged: String { say("The settings were changed.", "設定を変更しました。", "Die Einstellungen sind geändert.") }

    // Settings

    var sync: String { say("Sync with my other devices", "ほかのデバイスと同期", "Mit meinen anderen Geräten abgleichen") }
    var syncHint: String {
        say(
            "When this is off, what you tick stays on this device.",
            "オフのときは、記録はこのデバイスだけに残ります。",
            "Ist das aus, bleibt auf diesem Gerät, was du abhakst."
        )
    }
    func syncProblem(_ reason: String) -> String {
        say(
            "Not everything is synced yet: \(reason)",
            "まだ同期できていません：\(reason)",
            "Noch nicht alles abgeglichen: \(reason)"
        )
    }
    var syncAgain: String { say("Sync Again", "もう一度同期", "Erneut abgleichen") }
    var weekBegins: String { say("Week begins on", "週の始まり", "Die Woche beginnt am") }
    var waitsForAnswer: String {
        say(
            "Reminders appear once you allow Habits to send you notifications.",
            "通知を許可すると、リマインダーが表示されます。",
            "Erinnerungen erscheinen, sobald du Mitteilungen erlaubst."
        )
    }
    var notAllowed: String {
        say(
            "Reminders do not appear, because notifications from Habits are off.",
            "通知がオフのため、リマインダーは表示されません。",
            "Erinnerungen erscheinen nicht: Mitteilungen sind aus."
        )
    }
    var noAlerts: String {
        say(
            "Reminders appear once you allow alerts from Habits.",
            "習慣のアラートを許可すると、リマインダーが表示されます。",
            "Erinnerungen erscheinen, sobald du Hinweise von Gewohnheiten erlaubst."
        )
    }

    // Mistakes

    var nameMissing: String { say("Give it a name.", "名前を入力してください。", "Gib einen Namen ein.") }
    var daysMissing: String { say("Choose at least one day.", "曜日を選んでください。", "Wähle mindestens einen Tag.") }
    var scheduleUnknown: String { say("Choose how often.", "頻度を選んでください。", "Wähle, wie oft.") }
    var timeUnknown: String {
        say("Enter a time such as 08:30.", "08:30 のように入力してください。", "Gib eine Zeit wie 08:30 ein.")
    }
    var boundaryTooLate: String { say("Choose a time before noon.", "正午より前にしてください。", "Wähle eine Zeit vor Mittag.") }
    func tooMany(_ limit: Int) -> String {
        say(
            "There are \(limit) habits already; delete one first.",
            "習慣は \(limit) 件までです。先にどれかを削除してください。",
            "Es gibt schon \(limit) Gewohnheiten; lösche zuerst eine."
        )
    }
    var gone: String {
        say("This habit was deleted.", "この習慣はもうありません。", "Diese Gewohnheit gibt es nicht mehr.")
    }
    var notYet: String { say("This day is in the future.", "この日はまだ来ていません。", "Dieser Tag kommt erst noch.") }
    var unknownAction: String {
        say(
            "This version of Habits does not know this change.",
            "このバージョンでは処理できない変更です。",
            "Diese Version kennt diese Änderung nicht."
        )
    }
    func noPage(_ path: String) -> String {
        say("Habits has no page “\(path)”.", "「\(path)」というページはありません。", "Es gibt keine Seite „\(path)“.")
    }

    func say(_ english: String, _ japanese: String, _ german: String) -> String {
        language.choose(english, japanese, german)
    }
}
