import AppLanguages
import TodayKit

/// The texts of the reminder.
extension Texts {
    var reminder: String { say("Reminder", "リマインダー", "Erinnerung") }
    var setReminder: String { say("Set Reminder", "リマインダーを設定", "Erinnerung festlegen") }
    var stopReminding: String { say("Remove Reminder", "リマインダーを削除", "Erinnerung entfernen") }
    var day: String { say("Day", "日付", "Tag") }
    var time: String { say("Time", "時刻", "Zeit") }
    var repetition: String { say("Repeat", "繰り返し", "Wiederholen") }
    var once: String { say("Never", "しない", "Nie") }
    var daily: String { say("Every day", "毎日", "Jeden Tag") }
    var weekly: String {
        say("Every week, on that weekday", "毎週同じ曜日", "Jede Woche an diesem Wochentag")
    }
    var dayHint: String {
        say(
            "A daily reminder needs no day.",
            "毎日のリマインダーには日付は必要ありません。",
            "Eine tägliche Erinnerung braucht keinen Tag."
        )
    }
    func zoneHint(_ zone: String, host: String) -> String {
        say(
            "Enter the day and time in your time zone, \(zone). Today runs in \(host).",
            "日付と時刻は、いまいる場所（\(zone)）のものです。Todayは\(host)で動作しています。",
            "Tag und Zeit gelten dort, wo du bist, in \(zone). Today läuft in \(host)."
        )
    }
    func at(_ reminder: Reminder, zone: String?) -> String {
        guard let zone else { return at(reminder) }
        return say("\(at(reminder)) (\(zone))", "\(at(reminder))（\(zone)）", "\(at(reminder)) (\(zone))")
    }
    var dayMissing: String { say("Choose a day.", "日付を選んでください。", "Wähle einen Tag.") }
    var timeMissing: String { say("Choose a time.", "時刻を選んでください。", "Wähle eine Zeit.") }
    var repetitionUnknown: String {
        say("Choose how often it repeats.", "繰り返しの頻度を選んでください。", "Wähle, wie oft sie kommt.")
    }
    var timeIsOver: String {
        say(
            "That time has passed. Choose a later one.",
            "その日時は過ぎています。あとの日時を選んでください。",
            "Diese Zeit ist vorbei; wähle eine spätere."
        )
    }
    var waitsForAnswer: String {
        say(
            "It appears once you allow Shopping List to send you notifications.",
            "通知を許可すると表示されます。",
            "Sie erscheint, sobald du Mitteilungen der Einkaufsliste erlaubst."
        )
    }
    var notAllowed: String {
        say(
            "It will not appear, because notifications from Shopping List are off. You can turn them on in Settings.",
            "買い物リストの通知がオフのため表示されません。「設定」で許可できます。",
            "Sie erscheint nicht: Mitteilungen der Einkaufsliste sind aus. In den Einstellungen kannst du sie erlauben."
        )
    }

    func at(_ reminder: Reminder) -> String {
        let time = clock.text(reminder.hour, reminder.minute)
        switch reminder.recurrence {
        case .once(let day):
            let weekday = weekday(day.weekday)
            let month = month(day.month)
            return say(
                hasMonthFirst
                    ? "\(weekday), \(month) \(day.day), \(day.year), at \(time)"
                    : "\(weekday), \(day.day) \(month) \(day.year), at \(time)",
                "\(day.year)年\(month)\(day.day)日（\(weekday)）\(time)",
                "\(weekday), \(day.day). \(month) \(day.year), um \(time)"
            )
        case .daily: return say("Every day at \(time)", "毎日 \(time)", "Jeden Tag um \(time)")
        case .weekly(let number):
            let weekday = weekday(number)
            return say("Every \(weekday) at \(time)", "毎週\(weekday) \(time)", "Jeden \(weekday) um \(time)")
        }
    }

    private func weekday(_ number: Int) -> String {
        let names = say(
            "Sunday Monday Tuesday Wednesday Thursday Friday Saturday",
            "日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日",
            "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag"
        )
        return String(names.split(separator: " ")[max(0, min(6, number - 1))])
    }

    private func month(_ number: Int) -> String {
        let names = say(
            "January February March April May June July August September October November December",
            "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
            "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
        )
        return String(names.split(separator: " ")[max(0, min(11, number - 1))])
    }
}
