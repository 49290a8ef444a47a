import HostStorage

/// The texts about traces of notifications.
extension PageText {
    static let delivery = PageText(en: "Delivery", de: "Zustellung", ja: "配信")
    static let traceIsMissing = PageText(
        en: "There is no trace of this notification. Traces are kept for 30 days.",
        de: "Von dieser Mitteilung gibt es keine Spur. Spuren werden 30 Tage aufbewahrt.",
        ja: "この通知の配信記録はありません。記録は30日間保存されます。"
    )
    static let aboutTrace = PageText(
        en: "Where this notification has been, hop by hop. No text of it is kept here.",
        de: "Die Stationen dieser Mitteilung, der Reihe nach. Ihr Text wird hier nicht aufbewahrt.",
        ja: "この通知がたどった経路です。内容はここには保存されません。"
    )

    /// A short description of the event in a hop.
    init(_ event: TraceEvent) {
        switch event.kind {
        case .accepted: self.init(en: "Accepted by the cloud", de: "Von der Cloud angenommen", ja: "クラウドが受け付け")
        case .taken: self.init(en: "Taken by this device", de: "Auf diesem Gerät eingegangen", ja: "このデバイスが受信")
        case .bodyFetched:
            self.init(en: "Text of the message fetched", de: "Text der Nachricht geladen", ja: "メッセージの本文を取得")
        case .stored:
            self =
                switch event.detail {
                case "list": PageText(en: "Added to the list", de: "In die Liste aufgenommen", ja: "リストに追加")
                case "alert": PageText(en: "Delivered as an alert", de: "Als Hinweis zugestellt", ja: "通知パネルとして配信")
                default: PageText(en: "Delivered as a banner", de: "Als Banner zugestellt", ja: "バナーとして配信")
                }
        case .shown where event.detail == TraceEvent.pushDetail: self = .shownBySystem
        case .shown: self = event.surface == .desktop ? .shownOnDesktop : .shownOnPage
        case .sent:
            self = .sent(event.detail.flatMap { TraceEvent.Answer(rawValue: $0) } ?? .accepted, status: event.status)
        case .actedOn: self.init(en: "Answered", de: "Beantwortet", ja: "応答")
        case .dismissed: self.init(en: "Dismissed", de: "Verworfen", ja: "消去")
        case .withdrawn:
            self = .withdrawn(by: event.detail.flatMap { TraceEvent.Withdrawal(rawValue: $0) } ?? .host)
        case .replaced:
            self.init(en: "Replaced by a newer one", de: "Durch eine neuere ersetzt", ja: "新しい通知に置き換え")
        case .expired: self.init(en: "Came too late to be shown", de: "Kam zu spät", ja: "表示の期限切れ")
        case .withheld:
            self = .withheld(for: event.detail.flatMap { TraceEvent.Reason(rawValue: $0) } ?? .notAllowed)
        }
    }

    private static let shownOnDesktop = PageText(
        en: "Shown on the desktop",
        de: "Auf dem Schreibtisch gezeigt",
        ja: "デスクトップに表示"
    )
    private static let shownOnPage = PageText(
        en: "Shown on an open page",
        de: "Auf einer offenen Seite gezeigt",
        ja: "開いているページに表示"
    )

    private static let shownBySystem = PageText(
        en: "Shown as a notification of the system",
        de: "Als Mitteilung des Systems gezeigt",
        ja: "システムの通知として表示"
    )

    private static func sent(_ answer: TraceEvent.Answer, status: Int?) -> PageText {
        switch answer {
        case .accepted:
            return PageText(en: "Sent to the push service", de: "An den Push-Dienst gesendet", ja: "プッシュサービスへ送信")
        case .retry:
            return PageText(
                en: "The push service has not accepted it yet; it is sent again",
                de: "Der Push-Dienst hat es noch nicht angenommen; es wird noch einmal gesendet",
                ja: "プッシュサービスが受け付けなかったため再送"
            )
        case .refused:
            let code = status.map { " (\($0))" } ?? ""
            return PageText(
                en: "Refused by the push service\(code)",
                de: "Vom Push-Dienst abgelehnt\(code)",
                ja: "プッシュサービスが拒否\(code)"
            )
        case .gone:
            return PageText(
                en: "The push service no longer knows the browser",
                de: "Der Push-Dienst kennt den Browser nicht mehr",
                ja: "プッシュサービスの登録が終了"
            )
        case .tooLarge:
            return PageText(
                en: "Too large for the push service",
                de: "Zu groß für den Push-Dienst",
                ja: "プッシュサービスの上限を超過"
            )
        }
    }

    private static func withdrawn(by withdrawal: TraceEvent.Withdrawal) -> PageText {
        switch withdrawal {
        case .app: PageText(en: "Withdrawn by the app", de: "Von der App zurückgenommen", ja: "アプリが取り下げ")
        case .person: PageText(en: "Withdrawn by you", de: "Von dir zurückgenommen", ja: "自分で取り下げ")
        case .sender: PageText(en: "Withdrawn by the sender", de: "Vom Absender zurückgenommen", ja: "送信者が取り下げ")
        case .elsewhere:
            PageText(en: "Answered on another device", de: "Auf einem anderen Gerät beantwortet", ja: "別のデバイスで応答")
        case .limit:
            PageText(
                en: "Removed, since the app has too many",
                de: "Entfernt, da die App zu viele hat",
                ja: "件数の上限のため削除"
            )
        case .host: PageText(en: "Withdrawn", de: "Zurückgenommen", ja: "取り下げ")
        }
    }

    private static func withheld(for reason: TraceEvent.Reason) -> PageText {
        switch reason {
        case .notAllowed:
            PageText(en: "Not shown: not allowed", de: "Nicht gezeigt: nicht erlaubt", ja: "未表示：許可なし")
        case .undecided:
            PageText(
                en: "No banner: not decided about the app yet",
                de: "Kein Banner: über die App noch nicht entschieden",
                ja: "バナーなし：アプリの許可が未決定"
            )
        case .quiet:
            PageText(
                en: "No banner: the app delivers quietly",
                de: "Kein Banner: die App stellt still zu",
                ja: "バナーなし：目立たない形で配信"
            )
        case .noBanners:
            PageText(en: "No banner: turned off", de: "Kein Banner: ausgeschaltet", ja: "バナーなし：設定でオフ")
        case .quietHours: PageText(en: "No banner: quiet hours", de: "Kein Banner: Ruhezeit", ja: "バナーなし：おやすみ時間")
        case .passive:
            PageText(en: "No banner: not important enough", de: "Kein Banner: nicht wichtig genug", ja: "バナーなし：重要度が低い")
        case .badgeOnly:
            PageText(
                en: "Not shown: it only changes the number on the icon",
                de: "Nicht gezeigt: sie ändert nur die Zahl auf dem Symbol",
                ja: "未表示：アイコンの数字のみを変更"
            )
        case .appInFront:
            PageText(en: "No banner: the app is open", de: "Kein Banner: die App ist offen", ja: "バナーなし：アプリを表示中")
        case .pageOpen:
            PageText(
                en: "Not sent: a page is open there",
                de: "Nicht gesendet: dort ist eine Seite offen",
                ja: "未送信：ページを表示中"
            )
        case .answered:
            PageText(
                en: "Not shown: answered on another device",
                de: "Nicht gezeigt: auf einem anderen Gerät beantwortet",
                ja: "未表示：別のデバイスで応答済み"
            )
        case .read:
            PageText(
                en: "Not shown: the message was read before",
                de: "Nicht gezeigt: die Nachricht war schon gelesen",
                ja: "未表示：メッセージは既読"
            )
        case .muted:
            PageText(
                en: "Not shown: the topic is muted",
                de: "Nicht gezeigt: das Thema ist stumm",
                ja: "未表示：トピックをミュート中"
            )
        case .limit:
            PageText(en: "Not shown: the app has too many", de: "Nicht gezeigt: die App hat zu viele", ja: "未表示：件数の上限")
        }
    }

    /// Returns the time since the previous hop, in a few words.
    static func later(seconds: Double) -> PageText {
        switch seconds {
        case ..<1:
            let count = Int((seconds * 1000).rounded())
            return PageText(en: "\(count) ms later", de: "\(count) ms später", ja: "\(count)ミリ秒後")
        case ..<60:
            let count = Int(seconds)
            return PageText(en: "\(count) s later", de: "\(count) s später", ja: "\(count)秒後")
        case ..<3600:
            let count = Int(seconds / 60)
            return PageText(en: "\(count) min later", de: "\(count) Min. später", ja: "\(count)分後")
        case ..<86_400:
            let count = Int(seconds / 3600)
            return PageText(en: "\(count) h later", de: "\(count) Std. später", ja: "\(count)時間後")
        default:
            let count = Int(seconds / 86_400)
            return PageText(en: "\(count) d later", de: "\(count) T. später", ja: "\(count)日後")
        }
    }
}
