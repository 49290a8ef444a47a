/// The texts of the audit log.
extension PageText {
    static let auditLog = PageText(en: "Audit Log", de: "Protokoll", ja: "監査ログ")
    static let aboutAuditLog = PageText(
        en: "Which rights were granted, who signed in, and what was refused or ended. The details are in English.",
        de: """
            Wer welches Recht erhielt, wer sich angemeldet hat und was abgelehnt oder beendet wurde. Die Einzelheiten sind auf \
            Englisch.
            """,
        ja: "許可の付与、サインイン、拒否または終了されたものの記録です。詳細は英語で表示されます。"
    )
    static let auditLogIsEmpty = PageText(
        en: "There are no entries.",
        de: "Es gibt keinen Eintrag.",
        ja: "記録はありません。"
    )
    static let olderEntries = PageText(en: "Older Entries", de: "Ältere Einträge", ja: "以前の記録")
    static let auditAppInstalled = PageText(en: "App installed", de: "App installiert", ja: "アプリをインストール")
    static let auditAppUpdated = PageText(en: "App updated", de: "App aktualisiert", ja: "アプリを更新")
    static let auditAppRemoved = PageText(en: "App removed", de: "App entfernt", ja: "アプリを削除")
    static let auditRightRevoked = PageText(en: "Right revoked", de: "Recht entzogen", ja: "許可を取り消し")
    static let auditRightRestored = PageText(
        en: "Right restored",
        de: "Recht zurückgegeben",
        ja: "許可を復元"
    )
    static let auditHostAllowed = PageText(en: "Host allowed", de: "Server erlaubt", ja: "サーバーを許可")
    static let auditHostDisallowed = PageText(
        en: "Host no longer allowed",
        de: "Server nicht mehr erlaubt",
        ja: "サーバーの許可を取り消し"
    )
    static let auditCallDenied = PageText(en: "Call refused", de: "Aufruf abgelehnt", ja: "呼び出しを拒否")
    static let auditProcessKilled = PageText(
        en: "Process killed",
        de: "Prozess zwangsweise beendet",
        ja: "プロセスを強制終了"
    )
    static let auditSignedIn = PageText(en: "Browser signed in", de: "Browser angemeldet", ja: "ブラウザがサインイン")
    static let auditSignedOut = PageText(en: "Browser signed out", de: "Browser abgemeldet", ja: "ブラウザがサインアウト")
    static let auditPasscodeSet = PageText(en: "Passcode set", de: "Code festgelegt", ja: "パスコードを設定")
    static let auditPasscodeRemoved = PageText(en: "Passcode removed", de: "Code entfernt", ja: "パスコードを削除")
    static let auditPasscodeWrong = PageText(en: "Wrong passcode", de: "Falscher Code", ja: "パスコードの間違い")
    static let auditCloudLinked = PageText(en: "Cloud joined", de: "Cloud verbunden", ja: "クラウドに接続")
    static let auditCloudUnlinked = PageText(en: "Cloud left", de: "Cloud getrennt", ja: "クラウドとの接続を解除")
    static let auditKeysRead = PageText(
        en: "Sender keys read",
        de: "Schlüssel zum Senden gelesen",
        ja: "送信用の鍵を読み取り"
    )
    static let auditKeychainUsed = PageText(
        en: "Keychain used",
        de: "Schlüsselbund verwendet",
        ja: "キーチェーンを使用"
    )
    static let auditLinkMade = PageText(
        en: "Link for signing in made",
        de: "Link zum Anmelden erstellt",
        ja: "サインイン用のリンクを作成"
    )
    static let auditBackupMade = PageText(en: "Backup made", de: "Sicherung erstellt", ja: "バックアップを作成")
    static let auditBackupRestored = PageText(
        en: "Backup restored",
        de: "Sicherung wiederhergestellt",
        ja: "バックアップを復元"
    )

    static func auditLogWasChanged(_ number: Int64) -> PageText {
        PageText(
            en: "The log was changed: entry \(number) does not follow from the one before it.",
            de: "Das Protokoll wurde verändert: Eintrag \(number) folgt nicht aus dem vorigen.",
            ja: "ログが変更されています。記録\(number)が直前の記録とつながっていません。"
        )
    }
}
