import HostStorage

/// The texts about passkeys, with which a device signs in again.
extension PageText {
    static let passkey = PageText(en: "Passkey", de: "Passkey", ja: "パスキー")
    static let passkeys = PageText(en: "Passkeys", de: "Passkeys", ja: "パスキー")
    static func passkeys(_ count: Int) -> PageText {
        PageText(
            en: count == 1 ? "1 passkey" : "\(count) passkeys",
            de: count == 1 ? "1 Passkey" : "\(count) Passkeys",
            ja: "パスキー\(count)個"
        )
    }
    static let addAPasskey = PageText(en: "Add a Passkey…", de: "Passkey hinzufügen …", ja: "パスキーを追加…")
    static let aboutPasskeys = PageText(
        en: """
            With a passkey this device signs in again without a link, by a finger, a face or a PIN. It gets the same name and \
            rights.
            """,
        de: """
            Mit einem Passkey meldet sich dieses Gerät ohne Link wieder an, mit Finger, Gesicht oder PIN. Es bekommt denselben \
            Namen und dieselben Rechte.
            """,
        ja: "パスキーがあれば、このデバイスはリンクなしで、指紋、顔、またはPINを使って再びサインインできます。名前と権限は変わりません。"
    )
    /// Prefix to the time since a passkey was added.
    static let passkeyAdded = PageText(en: "Added ", de: "Hinzugefügt ", ja: "追加：")
    /// Prefix to the time since a passkey was used.
    static let passkeyLastUsed = PageText(en: "Last used ", de: "Zuletzt benutzt ", ja: "最終使用：")
    static let passkeyNeverUsed = PageText(en: "Not used yet", de: "Noch nicht benutzt", ja: "未使用")
    /// Removes a passkey, or a device that is signed out.
    static let removeDevice = PageText(en: "Remove", de: "Entfernen", ja: "削除")
    static func removeDevice(_ device: String) -> PageText {
        PageText(en: "Remove \(device)", de: "\(device) entfernen", ja: "\(device)を削除")
    }
    static func removePasskey(_ date: String) -> PageText {
        PageText(
            en: "Remove the passkey of \(date)",
            de: "Passkey von \(date) entfernen",
            ja: "\(date)のパスキーを削除"
        )
    }
    static let deviceIsSignedOut = PageText(en: "Signed out", de: "Abgemeldet", ja: "サインアウト済み")
    static let signInWithAPasskey = PageText(
        en: "Sign In with a Passkey",
        de: "Mit Passkey anmelden",
        ja: "パスキーでサインイン"
    )
    static let passkeyDidNotWork = PageText(
        en: "The browser could not use a passkey.",
        de: "Der Browser konnte keinen Passkey benutzen.",
        ja: "ブラウザでパスキーを使用できませんでした。"
    )
    static let tooManyPasskeys = PageText(
        en: "There were too many wrong attempts. Wait a minute.",
        de: "Es gab zu viele falsche Versuche. Warte eine Minute.",
        ja: "誤った試行が多すぎます。1分ほどお待ちください。"
    )
    static let auditPasskeyAdded = PageText(en: "Passkey added", de: "Passkey hinzugefügt", ja: "パスキーを追加")
    static let auditPasskeyRemoved = PageText(en: "Passkey removed", de: "Passkey entfernt", ja: "パスキーを削除")
}

extension HostSentence {
    /// The host's sentences about passkeys.
    static let passkeys: [HostSentence] = [
        HostSentence(
            en: PasskeyController.wrongPasskey,
            de: """
                Dieser Passkey meldet hier nicht an. Sein Gerät wurde vielleicht entfernt; ein neuer Link koppelt es wieder.
                """,
            ja: "このパスキーではサインインできません。デバイスが削除された可能性があります。新しいリンクで再びペアリングできます。"
        ),
        HostSentence(
            en: PasskeyController.unusablePasskey,
            de: "Der Browser hat einen Passkey erstellt, den Today nicht benutzen kann. Versuche es noch einmal.",
            ja: "ブラウザが作成したパスキーはTodayでは使えません。もう一度お試しください。"
        ),
        HostSentence(
            en: "This passkey was added before.",
            de: "Dieser Passkey wurde schon hinzugefügt.",
            ja: "このパスキーはすでに追加されています。"
        ),
        HostSentence(
            en: "This passkey was removed.",
            de: "Dieser Passkey wurde entfernt.",
            ja: "このパスキーは削除されました。"
        ),
        HostSentence(
            en: "This passkey was used meanwhile.",
            de: "Dieser Passkey wurde inzwischen benutzt.",
            ja: "このパスキーはその間に使用されました。"
        ),
        HostSentence(
            en: "A device has at most {1} passkeys; remove one first.",
            de: "Ein Gerät hat höchstens {1} Passkeys; entferne zuerst einen.",
            ja: "1台のデバイスに登録できるパスキーは{1}個までです。先に1個削除してください。"
        ),
        HostSentence(
            en: "There are {1} passkeys already; remove one first.",
            de: "Es gibt schon {1} Passkeys; entferne zuerst einen.",
            ja: "パスキーはすでに{1}個あります。先に1個削除してください。"
        ),
    ]
}
