import Foundation

/// An installed app whose process is a program that a test steers with files in a folder.
///
/// Opening one of its addresses makes the calls in `calls`. What it is told is appended to `responses`, `pushes`, `inbox`,
/// `presented` and `settings`, a line of JSON each.
struct NotifyingApp: FixtureApp {
    let control: String
    let bundle: String

    /// Writes the bundle into a folder.
    init(in folder: String) throws {
        control = "\(folder)/control"
        bundle = "\(folder)/Example.app"
        try write(bundle, info: Self.appInfo(), entitlements: Self.entitlements, program: Self.program)
        for (language, text) in [("en", #""hello" = "Hello, %@";"#), ("ja", #""hello" = "%@さん、こんにちは";"#)] {
            let place = "\(bundle)/\(language).lproj"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: "\(place)/Localizable.strings"))
        }
    }

    private static let entitlements = "<dict><key>aps-environment</key><string>production</string></dict>"

    private static let program = #"""
        def respond(params):
            note("responses", params["response"])
            work(params)
            fail_if_told()
            return {}
        def push(params):
            note("pushes", params["push"])
            note("budgets", params["budgetMilliseconds"])
            work(params)
            fail_if_told()
            return {"result": "newData"}
        def present(params):
            note("presented", params["notification"])
            if os.path.exists(path("mute")): return None
            return {"options": load("options") or []}
        methods.update({"app/respond": respond, "app/push": push, "app/present": present})
        def notice(method, params):
            if method == "settings/changed": note("settings", params)
            if method == "messages/changed": note("inbox", params)
        """#
}
