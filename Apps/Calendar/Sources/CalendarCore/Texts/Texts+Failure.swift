import AddressLists

extension Texts {
    /// Says why a calendar could not be read, in one sentence.
    public func sentence(_ failure: CalendarFailure) -> String {
        switch failure {
        case .notAllowed(let server):
            say(
                "Calendar may not fetch from \(server) yet.",
                "カレンダーは\(server)からの取得を許可されていません。",
                "Kalender darf noch nicht von \(server) laden."
            )
        case .refused(let sentence): sentence
        case .unreachable: fetching.unreachable
        case .tooSlow: fetching.tooSlow
        case .tooLarge:
            say(
                "The calendar is larger than 512 KiB.",
                "カレンダーが512KiBを超えています。",
                "Der Kalender ist größer als 512 KiB."
            )
        case .login:
            say(
                "The server does not accept this name and password.",
                "サーバーがこのユーザー名とパスワードを受け付けません。",
                "Der Server nimmt diesen Namen und dieses Passwort nicht an."
            )
        case .status(404), .status(410):
            say(
                "There is no calendar at this address.",
                "このアドレスにカレンダーはありません。",
                "Unter dieser Adresse gibt es keinen Kalender."
            )
        case .status(let status): fetching.status(status)
        case .notACalendar:
            say("This is not an iCalendar file.", "iCalendar形式ではありません。", "Das ist keine iCalendar-Datei.")
        case .incomplete:
            say("The calendar is incomplete.", "カレンダーが途中で切れています。", "Der Kalender bricht ab.")
        case .noFile(let name):
            say(
                "There is no file \(name) in the folder groups/group.today.calendar.",
                "フォルダーgroups/group.today.calendarにファイル\(name)がありません。",
                "Im Ordner groups/group.today.calendar gibt es keine Datei \(name)."
            )
        case .notEncrypted:
            say(
                "A password is sent only over an encrypted connection; use an address that begins with https.",
                "パスワードは暗号化してのみ送信されます。httpsで始まるアドレスを使ってください。",
                "Ein Passwort wird nur verschlüsselt gesendet; verwende eine Adresse, die mit https beginnt."
            )
        case .noCalDAV:
            say(
                "No calendars were found there. Check the address.",
                "カレンダーが見つかりません。アドレスを確認してください。",
                "Dort wurden keine Kalender gefunden. Prüfe die Adresse."
            )
        }
    }

    /// Says why the calendars of a server were not found, and what to do.
    public func sentence(findingCalendars failure: CalendarFailure) -> String {
        guard case .notAllowed(let server) = failure else { return sentence(failure) }
        let command = permission.command(server)
        return say(
            "Calendar may not fetch from \(server) yet. If you trust this server, allow it in Settings under Calendar, or run \(command) in a terminal, and try again.",
            "カレンダーは\(server)からの取得を許可されていません。信頼する場合は、設定の「カレンダー」で許可するか、端末で \(command) を実行して、もう一度試してください。",
            "Kalender darf noch nicht von \(server) laden. Wenn du dem Server vertraust, erlaube ihn in den Einstellungen unter Kalender, oder führe in einem Terminal \(command) aus, und versuche es noch einmal."
        )
    }

    /// Says how many calendars could not be read.
    func failures(_ count: Int) -> String {
        say(
            "\(count) calendars could not be updated",
            "\(count)個のカレンダーを更新できませんでした",
            "\(count) Kalender konnten nicht aktualisiert werden"
        )
    }

    /// Says how many events repeat in a way that is not supported.
    func unsupported(_ count: Int) -> String {
        say(
            "Events that repeat in an unknown way, shown once: \(count)",
            "繰り返し方に対応していないため、1回だけ表示される予定: \(count)件",
            "Termine, die sich auf unbekannte Weise wiederholen und einmal gezeigt werden: \(count)"
        )
    }
}
