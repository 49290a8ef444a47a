/// The texts of the page on which a person writes a message.
extension PageText {
    static let sendMessage = PageText(en: "Send a Message", de: "Nachricht senden", ja: "メッセージを送信")
    static let messageTitle = PageText(en: "Title", de: "Titel", ja: "タイトル")
    static let messageText = PageText(en: "Text", de: "Text", ja: "本文")
    static let messageRecipient = PageText(en: "To", de: "An", ja: "宛先")
    static let everybody = PageText(
        en: "Everybody, or the name of one person",
        de: "Alle, oder der Name einer Person",
        ja: "全員、または1人の名前"
    )
    static let silentMessage = PageText(
        en: "Silent: it appears in the inbox without a notification",
        de: "Still: sie erscheint ohne Mitteilung im Postfach",
        ja: "通知を表示せずに受信箱に届ける"
    )
    static let send = PageText(en: "Send", de: "Senden", ja: "送信")
    static let messageIsSent = PageText(
        en: "The message was sent.",
        de: "Die Nachricht wurde gesendet.",
        ja: "メッセージを送信しました。"
    )
    static let messageNeedsTitle = PageText(
        en: "Enter a title of at most \(SendPage.titleLimit) characters.",
        de: "Bitte einen Titel mit höchstens \(SendPage.titleLimit) Zeichen eingeben.",
        ja: "タイトルを\(SendPage.titleLimit)文字以内で入力してください。"
    )
    static let messageNeedsText = PageText(
        en: "Enter a text of at most \(SendPage.textLimit) characters.",
        de: "Bitte einen Text mit höchstens \(SendPage.textLimit) Zeichen eingeben.",
        ja: "本文を\(SendPage.textLimit)文字以内で入力してください。"
    )
    static let recipientIsTooLong = PageText(
        en: "The name of a person has at most \(SendPage.nameLimit) characters.",
        de: "Der Name einer Person hat höchstens \(SendPage.nameLimit) Zeichen.",
        ja: "名前は\(SendPage.nameLimit)文字までです。"
    )
    static let sendsElsewhere = PageText(
        en: "This page sends through the cloud inside Today, but this host uses another one. There, use a terminal:",
        de: "Diese Seite sendet über die Cloud in Today, dieser Rechner verwendet eine andere. Dorthin im Terminal:",
        ja: "このページはToday内蔵のクラウドを通じて送信しますが、このコンピュータは別のクラウドを使用しています。ターミナルから送信できます："
    )
}
