/// The host's sentences about content that a person shares with an app.
extension HostSentence {
    static let shares: [HostSentence] = [
        HostSentence(
            en: "There is nothing to share: no text, no link and no image.",
            de: "Es gibt nichts zu teilen: keinen Text, keinen Link und kein Bild.",
            ja: "共有する内容がありません（テキスト、リンク、画像のいずれもありません）。"
        ),
        HostSentence(
            en: "A shared title has at most {1} characters.",
            de: "Ein geteilter Titel hat höchstens {1} Zeichen.",
            ja: "共有できるタイトルは{1}文字までです。"
        ),
        HostSentence(
            en: "A shared text has at most {1} KiB.",
            de: "Ein geteilter Text hat höchstens {1} KiB.",
            ja: "共有できるテキストは{1} KiBまでです。"
        ),
        HostSentence(
            en: "At most {1} links are shared at a time.",
            de: "Höchstens {1} Links werden auf einmal geteilt.",
            ja: "一度に共有できるリンクは{1}件までです。"
        ),
        HostSentence(
            en: "A shared link begins with https:// or http:// and has at most {1} bytes.",
            de: "Ein geteilter Link beginnt mit https:// oder http:// und hat höchstens {1} Byte.",
            ja: "共有できるリンクは、https://またはhttp://で始まり、{1}バイトまでです。"
        ),
        HostSentence(
            en: "At most {1} images are shared at a time.",
            de: "Höchstens {1} Bilder werden auf einmal geteilt.",
            ja: "一度に共有できる画像は{1}枚までです。"
        ),
        HostSentence(
            en: "A shared image is a PNG, JPEG, GIF or WebP.",
            de: "Ein geteiltes Bild ist ein PNG, JPEG, GIF oder WebP.",
            ja: "共有できる画像は、PNG、JPEG、GIF、WebPです。"
        ),
        HostSentence(
            en: "The name of a shared image has at most {1} bytes.",
            de: "Der Name eines geteilten Bildes hat höchstens {1} Byte.",
            ja: "共有する画像の名前は{1}バイトまでです。"
        ),
        HostSentence(
            en: "Shared images have at most {1} KiB together.",
            de: "Geteilte Bilder haben zusammen höchstens {1} KiB.",
            ja: "共有できる画像は合計{1} KiBまでです。"
        ),
        HostSentence(
            en: "At most {1} MiB are shared at a time.",
            de: "Höchstens {1} MiB werden auf einmal geteilt.",
            ja: "一度に共有できるのは合計{1} MiBまでです。"
        ),
        HostSentence(
            en: "{1} takes nothing that is shared.",
            de: "{1} nimmt nichts an, was geteilt wird.",
            ja: "{1}は共有された内容を受け取りません。"
        ),
        HostSentence(
            en: "{1} does not take all of this.",
            de: "{1} nimmt nicht alles davon an.",
            ja: "{1}では受け取れない内容が含まれています。"
        ),
        HostSentence(
            en: "This use of the extension has ended. Share it again.",
            de: "Diese Verwendung der Erweiterung ist beendet. Teile es noch einmal.",
            ja: "この機能拡張の使用は終了しました。もう一度共有してください。"
        ),
        HostSentence(
            en: "{1} returned more than {2} KiB of text.",
            de: "{1} hat mehr als {2} KiB Text zurückgegeben.",
            ja: "{1}が{2} KiBを超えるテキストを返しました。"
        ),
        HostSentence(
            en: "What was shared cannot be read.",
            de: "Was geteilt wurde, ist nicht lesbar.",
            ja: "共有された内容を読み取れません。"
        ),
        HostSentence(
            en: "Too much waits to be shared already.",
            de: "Es wartet schon zu viel darauf, geteilt zu werden.",
            ja: "共有待ちの内容が多すぎます。"
        ),
    ]
}
