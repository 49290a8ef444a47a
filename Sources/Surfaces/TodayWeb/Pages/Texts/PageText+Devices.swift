/// The texts of devices: their names, what they may do, and how they are paired.
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
    static let auditDeviceRightsChanged = PageText(
        en: "Rights of a device",
        de: "Rechte eines Geräts",
        ja: "デバイスの権限を変更"
    )
}

extension HostSentence {
    /// What the host says of devices.
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
