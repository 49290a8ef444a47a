import Crypto
import HTTPTypes
import JSON

/// The style sheets and the script of the pages, which are part of the program.
///
/// Pages hold their style sheets themselves, so that the first paint takes one request. The script is made of ES
/// modules, which import one another by file name. Their folder's name is a hash of all of them, so a browser may keep
/// each for ever.
package enum Assets {
    /// The style sheet of every page.
    static let styleSheet = shrink(
        PackageResources.theme_css,
        PackageResources.base_css,
        PackageResources.screen_css,
        PackageResources.grid_css,
        PackageResources.cards_css,
        PackageResources.messages_css,
        PackageResources.tabs_css,
        PackageResources.notifications_css
    )
    /// What only the script shows: the editor, sheets, the command palette, and the list that it puts beside the screen.
    ///
    /// The script loads it after the first paint.
    static let laterStyleSheet = shrink(
        PackageResources.theme_later_css,
        PackageResources.editor_css,
        PackageResources.sheet_css,
        PackageResources.palette_css,
        PackageResources.notices_css,
        PackageResources.list_css,
        PackageResources.waiting_css
    )
    /// The last part of that sheet's address, which changes with its content.
    static let laterStyleSheetName = hash(of: ["later.css": laterStyleSheet]) + ".css"
    /// What an app's pages, and others with a way back to the screen, need beside it.
    static let sceneStyleSheet = shrink(PackageResources.scene_css)
    /// What pages of apps of which a wide window shows two need beside it.
    static let splitStyleSheet = shrink(PackageResources.split_css)
    /// What the list of notifications needs beside it.
    static let listStyleSheet = shrink(
        PackageResources.theme_later_css,
        PackageResources.notices_css,
        PackageResources.list_css
    )
    /// What Settings needs beside it.
    static let settingsStyleSheet = shrink(PackageResources.theme_later_css, PackageResources.settings_css)
    /// What installing and removing apps, and the location in Settings, need beside that.
    static let installStyleSheet = shrink(PackageResources.install_css)
    /// What the page of complications needs beside it.
    static let complicationsStyleSheet = shrink(PackageResources.complications_css)

    /// What pages of a few sentences need beside it.
    static let plainStyleSheet = shrink(PackageResources.plain_css)
    /// What the outbox needs beside it.
    static let outboxStyleSheet = shrink(
        PackageResources.theme_later_css,
        PackageResources.notices_css,
        PackageResources.outbox_css
    )
    /// What pages of devices with lower rights need beside the others.
    static let limitedStyleSheet = shrink(PackageResources.limited_css)
    /// What topics and their feeds need beside it.
    static let topicsStyleSheet = shrink(
        PackageResources.theme_later_css,
        PackageResources.notices_css,
        PackageResources.topics_css
    )

    /// The modules of the script by their file names.
    static let modules: [String: [UInt8]] = [
        "ages.js": PackageResources.ages_js, "beside.js": PackageResources.beside_js,
        "clock.js": PackageResources.clock_js, "grid.js": PackageResources.grid_js,
        "layers.js": PackageResources.layers_js, "pending.js": PackageResources.pending_js,
        "motion.js": PackageResources.motion_js, "offline.js": PackageResources.offline_js,
        "palette.js": PackageResources.palette_js,
        "palette-items.js": PackageResources.palette_items_js, "shortcuts.js": PackageResources.shortcuts_js,
        "shrink.js": PackageResources.shrink_js,
        "alerts.js": PackageResources.alerts_js, "away.js": PackageResources.away_js,
        "answers.js": PackageResources.answers_js, "banners.js": PackageResources.banners_js,
        "cards.js": PackageResources.cards_js, "choices.js": PackageResources.choices_js,
        "cookies.js": PackageResources.cookies_js, "copy.js": PackageResources.copy_js,
        "dates.js": PackageResources.dates_js,
        "dom.js": PackageResources.dom_js, "edit-mode.js": PackageResources.edit_mode_js,
        "editor.js": PackageResources.editor_js, "events.js": PackageResources.events_js,
        "expansion.js": PackageResources.expansion_js, "inputs.js": PackageResources.inputs_js,
        "install.js": PackageResources.install_js, "location.js": PackageResources.location_js,
        "main.js": PackageResources.main_js, "message-body.js": PackageResources.message_body_js,
        "morph.js": PackageResources.morph_js, "navigation.js": PackageResources.navigation_js,
        "notifications.js": PackageResources.notifications_js, "outbox.js": PackageResources.outbox_js,
        "page.js": PackageResources.page_js, "passkeys.js": PackageResources.passkeys_js,
        "base64url.js": PackageResources.base64url_js, "sign-in.js": PackageResources.sign_in_js,
        "patterns.js": PackageResources.patterns_js,
        "primary.js": PackageResources.primary_js, "push.js": PackageResources.push_js,
        "question.js": PackageResources.question_js,
        "redraw.js": PackageResources.redraw_js, "requests.js": PackageResources.requests_js,
        "rights.js": PackageResources.rights_js, "rules.js": PackageResources.rules_js,
        "scene.js": PackageResources.scene_js,
        "settings.js": PackageResources.settings_js, "sheet.js": PackageResources.sheet_js,
        "status.js": PackageResources.status_js, "tap-store.js": PackageResources.tap_store_js,
        "taps.js": PackageResources.taps_js,
        "texts.js": PackageResources.texts_js, "undo.js": PackageResources.undo_js,
        "waiting.js": PackageResources.waiting_js,
        "wire.js": PackageResources.wire_js,
    ]
    /// The name of the folder that the modules are served in.
    static let version = hash(of: modules)
    /// The path of the module that imports all others.
    package static let scriptPath = "/assets/\(version)/main.js"
    /// The path of the module of the page that offers to sign in with a passkey.
    static let signInScriptPath = "/assets/\(version)/sign-in.js"
    /// The path of the script of the page that says that the host is away.
    static let awayScriptPath = "/assets/\(version)/away.js"

    /// The service worker, which begins with the addresses of what it keeps: another version of the script is another worker.
    static let worker: [UInt8] = {
        let names = modules.keys.sorted().map { "\"/assets/\(version)/\($0)\"" }.joined(separator: ", ")
        let head = """
            const version = "\(version)";
            const modules = [\(names)];
            const styleSheet = "/later/\(laterStyleSheetName)";

            """
        return Array(head.utf8) + PackageResources.worker_js
    }()

    private static func shrink(_ sheets: [UInt8]...) -> [UInt8] {
        sheets.flatMap { StyleSheetShrinker.shrink($0) }
    }

    private static func hash(of modules: [String: [UInt8]]) -> String {
        var hash = SHA256()
        for (name, bytes) in modules.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Array("\(name) \(bytes.count)\n".utf8))
            hash.update(data: bytes)
        }
        return hash.finalize().prefix(8).hexadecimalDigits
    }
}
