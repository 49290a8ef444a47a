/// The texts about content that is shared with an app.
extension PageText {
    static let share = PageText(en: "Share", de: "Teilen", ja: "共有")
    static let thisIsShared = PageText(en: "This Is Shared", de: "Das wird geteilt", ja: "共有する内容")
    static func shareWith(_ app: String) -> PageText {
        PageText(en: "Share with \(app)", de: "Mit \(app) teilen", ja: "\(app)に共有")
    }
    static func sharedWith(_ app: String) -> PageText {
        PageText(en: "Shared with \(app)", de: "Mit \(app) geteilt", ja: "\(app)に共有しました")
    }
    static func openApp(_ app: String) -> PageText {
        PageText(en: "Open \(app)", de: "\(app) öffnen", ja: "\(app)を開く")
    }
    static let noAppTakesThis = PageText(
        en: "No installed app takes this.",
        de: "Keine installierte App nimmt das an.",
        ja: "これを受け取れるアプリがインストールされていません。"
    )
    static let imagesAreTooLarge = PageText(
        en: "The images are too large to be shared. With JavaScript, this page makes them smaller.",
        de: "Die Bilder sind zu groß zum Teilen. Mit JavaScript verkleinert diese Seite sie.",
        ja: "画像が大きすぎるため共有できません。JavaScriptを有効にすると、このページで縮小できます。"
    )
    static let shareIsGone = PageText(
        en: "What was to be shared is no longer kept. Share it again.",
        de: "Was geteilt werden sollte, ist nicht mehr da. Teile es noch einmal.",
        ja: "共有しようとした内容はもうありません。もう一度共有してください。"
    )
    static let done = PageText(en: "Done", de: "Fertig", ja: "完了")
    static let undo = PageText(en: "Undo", de: "Rückgängig", ja: "取り消す")
    static let undone = PageText(en: "Undone", de: "Rückgängig gemacht", ja: "取り消しました")
    static func sharedImage(_ name: String?, kibibytes: Int) -> PageText {
        guard let name else {
            return PageText(en: "Image, \(kibibytes) KiB", de: "Bild, \(kibibytes) KiB", ja: "画像、\(kibibytes) KiB")
        }
        return PageText(
            en: "Image “\(name)”, \(kibibytes) KiB",
            de: "Bild „\(name)“, \(kibibytes) KiB",
            ja: "画像「\(name)」、\(kibibytes) KiB"
        )
    }
}
