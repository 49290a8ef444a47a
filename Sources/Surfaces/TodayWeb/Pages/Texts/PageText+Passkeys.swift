import HostStorage

/// The texts of passkeys, with which a device signs in again.
extension PageText {
    static let auditPasskeyAdded = PageText(en: "Passkey added", de: "Passkey hinzugefügt", ja: "パスキーを追加")
    static let auditPasskeyRemoved = PageText(en: "Passkey removed", de: "Passkey entfernt", ja: "パスキーを削除")
}

extension HostSentence {
    /// What the host says of passkeys.
    static let passkeys: [HostSentence] = [
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
