/// The texts of the forms, and of mistakes in them.
extension Texts {
    var addACalendar: String { say("Add a Calendar", "カレンダーを追加", "Kalender hinzufügen") }
    var addAnAccount: String { say("Add a CalDAV Server", "CalDAVサーバーを追加", "CalDAV-Server hinzufügen") }
    var addressOrFile: String { say("Address or file", "アドレスまたはファイル", "Adresse oder Datei") }
    var name: String { say("Name", "名前", "Name") }
    var nameHint: String {
        say("The calendar's own, if left empty", "空欄の場合はカレンダーの名前", "Ohne Eingabe der Name des Kalenders")
    }
    var add: String { say("Add", "追加", "Hinzufügen") }
    var foundFiles: String { say("Files in the folder", "フォルダー内のファイル", "Dateien im Ordner") }
    var fileHint: String {
        say(
            "The name of a file ends with .ics, and the file is in the folder groups/group.today.calendar of Today's state.",
            "ファイルは名前が.icsで終わり、Todayの状態フォルダー内のgroups/group.today.calendarに置きます。",
            "Eine Datei endet auf .ics und liegt im Ordner groups/group.today.calendar des Zustands von Today."
        )
    }
    var server: String { say("Server", "サーバー", "Server") }
    var user: String { say("User name", "ユーザー名", "Benutzername") }
    var password: String { say("Password", "パスワード", "Passwort") }
    var passwordHint: String {
        say(
            "Use a password for apps, if the server offers one. It is stored on this machine without encryption and sent only to this server.",
            "サーバーにアプリ用パスワードがあれば、それを使ってください。パスワードは暗号化されずにこのマシンに保存され、このサーバーにのみ送信されます。",
            "Verwende ein Passwort für Apps, wenn der Server das anbietet. Es wird unverschlüsselt auf diesem Rechner gespeichert und nur an diesen Server gesendet."
        )
    }
    var findCalendars: String { say("Find Calendars", "カレンダーを検索", "Kalender suchen") }

    func addFile(_ name: String) -> String { say("Add \(name)", "\(name)を追加", "\(name) hinzufügen") }

    // Mistakes

    var addressWrong: String {
        say(
            "Enter an address such as https://example.org/calendar.ics, or the name of a file that ends with .ics.",
            "https://example.org/calendar.ics のようなアドレス、または.icsで終わるファイル名を入力してください。",
            "Gib eine Adresse wie https://example.org/calendar.ics ein oder den Namen einer Datei, der auf .ics endet."
        )
    }
    var addressKnown: String {
        say(
            "This calendar is in the list already.",
            "このカレンダーは追加済みです。",
            "Dieser Kalender ist schon in der Liste."
        )
    }
    var serverWrong: String {
        say(
            "Enter an address such as https://dav.example.org/.",
            "https://dav.example.org/ のようなアドレスを入力してください。",
            "Gib eine Adresse wie https://dav.example.org/ ein."
        )
    }
    var userWrong: String {
        say(
            "Enter the user name, without a colon.",
            "コロンを含まないユーザー名を入力してください。",
            "Gib den Benutzernamen ohne Doppelpunkt ein."
        )
    }
    var passwordWrong: String { say("Enter the password.", "パスワードを入力してください。", "Gib das Passwort ein.") }

    func tooMany(_ limit: Int) -> String {
        say(
            "You have \(limit) calendars already; remove one first.",
            "カレンダーは\(limit)個までです。先にどれかを削除してください。",
            "Du hast schon \(limit) Kalender; entferne zuerst einen."
        )
    }
}
