import HostStorage

/// The texts about devices: their names, their rights, and pairing.
extension PageText {
    static let devices = PageText(en: "Devices", de: "Geräte", ja: "デバイス")
    static let deviceName = PageText(en: "Name", de: "Name", ja: "名前")
    static let deviceRights = PageText(en: "May", de: "Darf", ja: "権限")
    static let mayView = PageText(en: "Look", de: "Ansehen", ja: "表示のみ")
    static let mayAct = PageText(en: "Look and act", de: "Ansehen und bedienen", ja: "表示と操作")
    static let mayChange = PageText(
        en: "Look, act and change settings",
        de: "Ansehen, bedienen und Einstellungen ändern",
        ja: "表示、操作、設定の変更"
    )
    static let aboutDeviceRights = PageText(
        en: """
            A device that may act taps widgets and answers notifications. Only a device that may change settings arranges \
            the screen, installs apps and decides about devices.
            """,
        de: """
            Ein Gerät, das bedienen darf, tippt auf Widgets und beantwortet Mitteilungen. Nur ein Gerät, das Einstellungen \
            ändern darf, ordnet den Bildschirm an, installiert Apps und entscheidet über Geräte.
            """,
        ja: "操作できるデバイスでは、ウィジェットをタップしたり通知に返答したりできます。画面の配置、アプリのインストール、デバイスの管理は、設定を変更できるデバイスでのみ行えます。"
    )
    static let ownRightsAreChangedElsewhere = PageText(
        en: "What this device may do is changed on another device, or with the command today devices.",
        de: "Was dieses Gerät darf, wird auf einem anderen Gerät oder mit dem Befehl today devices geändert.",
        ja: "このデバイスの権限は、別のデバイス、またはコマンドtoday devicesで変更します。"
    )
    static func edit(_ device: String) -> PageText {
        PageText(en: "Edit \(device)", de: "\(device) bearbeiten", ja: "\(device)を編集")
    }
    static let notAllowedHere = PageText(
        en: "Not on This Device",
        de: "Nicht auf diesem Gerät",
        ja: "このデバイスではできません"
    )
    static let pairADeviceLink = PageText(en: "Pair a Device…", de: "Gerät koppeln …", ja: "デバイスをペアリング…")
    static let pairADevice = PageText(en: "Pair a Device", de: "Gerät koppeln", ja: "デバイスをペアリング")
    static let showPairingCode = PageText(en: "Show Code", de: "Code anzeigen", ja: "コードを表示")
    static let pairingCode = PageText(
        en: "QR code with the link",
        de: "QR-Code mit dem Link",
        ja: "リンクのQRコード"
    )
    static func howToPair(minutes: Int) -> PageText {
        PageText(
            en: """
                Scan the code with the camera of the device, or open the link there. It works once, for \(minutes) minutes.
                """,
            de: """
                Scanne den Code mit der Kamera des Geräts, oder öffne dort den Link. Er funktioniert einmal, \(minutes) \
                Minuten lang.
                """,
            ja: "デバイスのカメラでコードを読み取るか、デバイスでリンクを開いてください。リンクは\(minutes)分間有効で、1回だけ使えます。"
        )
    }
    static let pairingReachesThisMachineAlone = PageText(
        en: """
            This address reaches browsers on this machine alone. For phones and other computers, give Today an address with \
            --listen and --public-url.
            """,
        de: """
            Diese Adresse erreichen nur Browser auf diesem Rechner. Für Handys und andere Computer braucht Heute eine Adresse \
            mit --listen und --public-url.
            """,
        ja: "このアドレスには、このコンピュータのブラウザからのみアクセスできます。スマートフォンやほかのコンピュータで使うには、--listenと--public-urlでアドレスを設定してください。"
    )
    static let pairThisDevice = PageText(en: "Pair This Device", de: "Dieses Gerät koppeln", ja: "このデバイスをペアリング")
    static let pairThisDeviceTitle = PageText(
        en: "Open Today on This Device",
        de: "Heute auf diesem Gerät öffnen",
        ja: "このデバイスで「今日」を開く"
    )
    static func pairingGives(_ rights: DeviceRights) -> PageText {
        switch rights {
        case .view:
            PageText(
                en: "It will show your screen and your notifications, and change nothing.",
                de: "Es zeigt dann deinen Bildschirm und deine Mitteilungen, und ändert nichts.",
                ja: "このデバイスに画面と通知が表示されます。変更はできません。"
            )
        case .act:
            PageText(
                en: "It will show your screen, tap widgets and answer notifications.",
                de: "Es zeigt dann deinen Bildschirm, bedient Widgets und beantwortet Mitteilungen.",
                ja: "このデバイスで画面を表示し、ウィジェットの操作や通知への返答ができるようになります。"
            )
        case .change:
            PageText(
                en: "It will show your screen, act on it, and change settings.",
                de: "Es zeigt dann deinen Bildschirm, bedient ihn und ändert Einstellungen.",
                ja: "このデバイスで画面を表示し、操作や設定の変更ができるようになります。"
            )
        }
    }
    static let nameIsTooLong = PageText(
        en: "This name is too long.",
        de: "Dieser Name ist zu lang.",
        ja: "この名前は長すぎます。"
    )
    static let pairingLinksWorkOnce = PageText(
        en: """
            A link pairs one device, within ten minutes. Get a new one in Settings on another device, or in the terminal:
            """,
        de: """
            Ein Link koppelt ein Gerät, innerhalb von zehn Minuten. Einen neuen gibt es in den Einstellungen auf einem \
            anderen Gerät, oder im Terminal:
            """,
        ja: "1つのリンクでペアリングできるのは1台のデバイスだけで、10分以内に限ります。新しいリンクは、別のデバイスの設定、またはターミナルで作成できます："
    )
    static let auditLinksRefused = PageText(
        en: "Wrong links or passkeys",
        de: "Falsche Links oder Passkeys",
        ja: "無効なリンクまたはパスキー"
    )
    static func isSilent(_ device: String) -> PageText {
        PageText(
            en: "“\(device)” was not seen for longer than usual. It may miss notifications.",
            de: "„\(device)“ wurde länger als sonst nicht gesehen. Dort fehlen vielleicht Mitteilungen.",
            ja: "「\(device)」からのアクセスが普段より長く途絶えています。通知が届いていない可能性があります。"
        )
    }
    static func areSilent(_ count: Int) -> PageText {
        PageText(
            en: "\(count) devices were not seen for longer than usual. They may miss notifications.",
            de: "\(count) Geräte wurden länger als sonst nicht gesehen. Dort fehlen vielleicht Mitteilungen.",
            ja: "\(count)台のデバイスからのアクセスが普段より長く途絶えています。通知が届いていない可能性があります。"
        )
    }
    /// Returns the notice about a silent device in the list of devices, with the time at which it was last seen.
    static func silence(of contact: DeviceContact, since moment: String) -> PageText {
        let reason = contact.pushesEnded == nil ? usuallySeen(contact.roundedGap) : subscriptionEnded
        return PageText(
            en: "Not seen since \(moment); \(reason.en). Open Today there, or sign it out.",
            de: "Nicht gesehen seit \(moment); \(reason.de). Öffne Heute dort, oder melde das Gerät ab.",
            ja: "\(moment)からアクセスがありません（\(reason.ja)）。そのデバイスで「今日」を開くか、サインアウトしてください。"
        )
    }
    private static let subscriptionEnded = PageText(
        en: "its push service has ended its notifications",
        de: "sein Push-Dienst hat die Mitteilungen beendet",
        ja: "プッシュサービスが通知を終了しました"
    )
    private static func usuallySeen(_ gap: DeviceContact.RoundedGap) -> PageText {
        switch gap {
        case .hours(1): PageText(en: "usually seen every hour", de: "sonst jede Stunde", ja: "普段は1時間以内")
        case .hours(let count):
            PageText(en: "usually seen every \(count) hours", de: "sonst alle \(count) Stunden", ja: "普段は\(count)時間以内")
        case .days(1): PageText(en: "usually seen every day", de: "sonst jeden Tag", ja: "普段は1日以内")
        case .days(let count):
            PageText(en: "usually seen every \(count) days", de: "sonst alle \(count) Tage", ja: "普段は\(count)日以内")
        }
    }
    static let auditPushesSubscribed = PageText(
        en: "Notifications on a device",
        de: "Mitteilungen auf einem Gerät",
        ja: "デバイスで通知を有効化"
    )
    static let auditPushesEnded = PageText(
        en: "No notifications on a device",
        de: "Keine Mitteilungen auf einem Gerät",
        ja: "デバイスの通知が終了"
    )
    static let tooManyLinks = PageText(
        en: "Too Many Wrong Links",
        de: "Zu viele falsche Links",
        ja: "無効なリンクが多すぎます"
    )
    static let waitAMinute = PageText(
        en: "Wait a minute. A new link works at once; the terminal prints one:",
        de: "Warte eine Minute. Ein neuer Link funktioniert sofort; das Terminal gibt einen aus:",
        ja: "1分ほどお待ちください。新しいリンクはすぐに使えます。ターミナルで作成できます："
    )
    static let auditDeviceRightsChanged = PageText(
        en: "Rights of a device",
        de: "Rechte eines Geräts",
        ja: "デバイスの権限を変更"
    )
}

extension HostSentence {
    /// The host's sentences about devices.
    static let devices: [HostSentence] = [
        HostSentence(
            en: RouteRights.mayNotAct,
            de: """
                Dieses Gerät darf nur ansehen. Mehr Rechte bekommt es in den Einstellungen auf einem anderen Gerät oder mit \
                dem Befehl today devices.
                """,
            ja: "このデバイスでは表示のみできます。別のデバイスの設定、またはコマンドtoday devicesで権限を変更してください。"
        ),
        HostSentence(
            en: RouteRights.mayNotChange,
            de: """
                Dieses Gerät darf keine Einstellungen ändern. Mehr Rechte bekommt es in den Einstellungen auf einem anderen \
                Gerät oder mit dem Befehl today devices.
                """,
            ja: "このデバイスでは設定を変更できません。別のデバイスの設定、またはコマンドtoday devicesで権限を変更してください。"
        ),
        HostSentence(
            en: "The name of a device has 1 to {1} bytes, without control characters.",
            de: "Der Name eines Geräts hat 1 bis {1} Bytes ohne Steuerzeichen.",
            ja: "デバイスの名前は、制御文字を含まない1〜{1}バイトにしてください。"
        ),
        HostSentence(
            en: "This device is not signed in any more.",
            de: "Dieses Gerät ist nicht mehr angemeldet.",
            ja: "このデバイスはすでにサインアウトしています。"
        ),
    ]
}
