/// The texts about the person's location.
extension PageText {
    static let location = PageText(en: "Location", de: "Standort", ja: "位置情報")
    static let shareLocation = PageText(
        en: "Share This Browser's Location",
        de: "Standort dieses Browsers teilen",
        ja: "このブラウザの位置情報を共有"
    )
    static let lastKnown = PageText(en: "Last Known", de: "Zuletzt bekannt", ja: "最後の位置")
    static let forgetLocation = PageText(en: "Forget Location", de: "Standort vergessen", ja: "位置情報を消去")
    static let aboutLocation = PageText(
        en: "Only apps that may know your location receive it. It stays on this machine.",
        de: "Nur Apps, die deinen Standort kennen dürfen, erhalten ihn. Gespeichert wird er nur auf diesem Rechner.",
        ja: "位置情報を許可したアプリだけに伝えられます。保存先はこのコンピュータだけです。"
    )
    static let locationIsSharedElsewhere = PageText(
        en: "Another browser shares its location. Switch it on here to share this one's instead.",
        de: "Ein anderer Browser teilt seinen Standort. Hier eingeschaltet, teilt ihn stattdessen dieser.",
        ja: "別のブラウザの位置情報が共有されています。ここでオンにすると、このブラウザに切り替わります。"
    )
    static func within(metres: Int, _ age: String) -> PageText {
        PageText(en: "within \(metres) m, \(age)", de: "auf \(metres) m genau, \(age)", ja: "誤差\(metres)m以内、\(age)")
    }
}
