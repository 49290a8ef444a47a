import JSON
import TodayProtocol

/// An app with a widget whose process notes what it is given to process; a test steers it with files in a folder.
///
/// For each `app/process` the program makes the calls in `effects`, and appends the parameters to `processed`. It answers
/// that it processed everything, or what `answer` says; it fails while `fail` is there, exits once for `die-early` and
/// `die-late`, and does not answer for `silent`. `failing` names ids that fail. Opening an address makes the calls in `calls`.
struct ActionApp: FixtureApp {
    static let app = AppID("org.example.App")
    static let widget = WidgetID("org.example.App.widget")
    static let group = GroupID("group.org.example")
    static let otherGroup = GroupID("group.org.example.other")

    let control: String
    let bundle: String

    /// Writes the bundle into a folder.
    init(in folder: String, hasWidget: Bool = true, backgroundModes: [String] = ["remote-notification"]) throws {
        control = "\(folder)/control"
        bundle = "\(folder)/Example.app"
        let (entitlements, program) = (Self.entitlements, Self.program)
        let info = Self.appInfo(backgroundModes: backgroundModes)
        try write(bundle, info: info, entitlements: entitlements, program: program)
        guard hasWidget else { return }
        let widget = "\(bundle)/PlugIns/Today.appex"
        try write(widget, info: Self.widgetInfo, entitlements: entitlements, program: program)
    }

    /// The ids of each batch that the program was given, in order.
    func batches() throws -> [[String]] {
        try notes("processed").map { note in
            note["actions"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
        }
    }

    private static let entitlements = """
        <dict>
        <key>com.apple.security.application-groups</key>
        <array><string>\(group)</string><string>\(otherGroup)</string></array>
        <key>aps-environment</key><string>production</string>
        </dict>
        """

    private static let program = #"""
        def process(params):
            note("processed", params)
            work(params)
            if take("silent"): return None
            fail_if_told()
            reply = load("answer")
            if reply is not None: return reply
            failing = load("failing") or []
            ids = [action["id"] for action in params["actions"]]
            return {
                "processed": [id for id in ids if id not in failing],
                "failed": [{"id": id, "reason": "It cannot be done."} for id in ids if id in failing]}
        def perform(params):
            note("taps", params)
            for method, arguments in load("tap") or []:
                note("tapped", call(method, {**arguments, "transaction": params["transaction"]}))
            return {}
        def push(params):
            note("pushes", params["push"])
            return {"result": "newData"}
        methods.update({"app/process": process, "app/push": push, "widget/perform": perform,
            "app/scene": lambda params: {"title": "Page", "card": CARD},
            "widget/update": lambda params: {"content": {"compact": CARD}}})
        """#
}
