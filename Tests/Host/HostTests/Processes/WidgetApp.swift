import Foundation
import TodayProtocol

/// An app with a widget that has fewer rights than the app; a test steers both processes with files in a folder.
///
/// Both run the same program. It answers every request, but for the method in `silent`. It makes the calls in `effects` in
/// the transaction of each request that has one, and appends its method to `asked`. For `widget/update` and `app/open` it
/// makes the calls in `calls`, and appends a line with the answers to `results-app` or `results-widget`.
struct WidgetApp: FixtureApp {
    static let app = AppID("org.example.App")
    static let widget = WidgetID("org.example.App.widget")
    /// The group of both.
    static let group = GroupID("group.org.example")
    /// The group of the app alone.
    static let appGroup = GroupID("group.org.example.app")
    /// The app's container of records.
    static let container = "iCloud.org.example"

    let control: String
    let bundle: String

    /// Writes the bundle into a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - hasWidget: Whether the app has its widget.
    ///   - hasAction: Whether it has an Action extension, whose uses go on with a page.
    /// - Throws: Why it cannot be written.
    init(in folder: String, hasWidget: Bool = true, hasAction: Bool = false) throws {
        control = "\(folder)/control"
        bundle = "\(folder)/Example.app"
        try write(bundle, info: Self.appInfo(), entitlements: Self.appEntitlements, program: Self.program)
        if hasAction {
            try write(
                "\(bundle)/PlugIns/Action.appex",
                info: Self.actionInfo,
                entitlements: Self.widgetEntitlements,
                program: Self.program
            )
        }
        guard hasWidget else { return }
        try write(
            "\(bundle)/PlugIns/Today.appex",
            info: Self.widgetInfo,
            entitlements: Self.widgetEntitlements,
            program: Self.program
        )
    }

    /// Names the widget's class in the bundle, as `NSExtensionPrincipalClass`.
    func setPrincipalClass(_ name: String) throws {
        let file = "\(bundle)/PlugIns/Today.appex/Info.plist"
        let key = "<key>NSExtensionPointIdentifier</key>"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let named = text.replacing(key, with: "<key>NSExtensionPrincipalClass</key><string>\(name)</string>\(key)")
        try Data(named.utf8).write(to: URL(filePath: file))
    }

    private static let appEntitlements = """
        <dict>
        <key>com.apple.security.application-groups</key>
        <array><string>\(group)</string><string>\(appGroup)</string></array>
        <key>com.apple.security.network.client</key><true/>
        <key>aps-environment</key><string>production</string>
        <key>com.apple.developer.icloud-container-identifiers</key><array><string>\(container)</string></array>
        </dict>
        """

    private static let actionInfo = """
        <dict>
        <key>CFBundleIdentifier</key><string>org.example.App.action</string>
        <key>CFBundleDisplayName</key><string>Example</string>
        <key>CFBundleShortVersionString</key><string>1.0</string>
        <key>CFBundleExecutable</key><string>example</string>
        <key>NSExtension</key>
        <dict>
        <key>NSExtensionPointIdentifier</key><string>com.apple.ui-services</string>
        <key>NSExtensionAttributes</key>
        <dict><key>NSExtensionActivationRule</key>
        <dict><key>NSExtensionActivationSupportsText</key><true/></dict></dict>
        </dict>
        </dict>
        """

    private static let widgetEntitlements = """
        <dict><key>com.apple.security.application-groups</key><array><string>\(group)</string></array></dict>
        """

    private static let program = #"""
        kind = ""
        def initialize(params):
            global kind
            kind = params["kind"]
            note("greeting-" + kind, params)
            if "principalClass" in params and params["principalClass"] == load("refused"):
                raise Exception("the program has no widget " + params["principalClass"])
            return {"protocolVersion": params["protocolVersion"]}
        def update(params):
            make_calls("results-" + kind)
            return {"content": {"compact": CARD}}
        def open_(params):
            make_calls("results-" + kind)
            return {"url": params["url"]}
        methods.update({"initialize": initialize, "widget/update": update, "app/open": open_,
            "app/share": lambda params: {"page": True},
            "app/push": lambda params: {"result": "newData"},
            "app/process": lambda params: {"processed": [action["id"] for action in params["actions"]]}})
        def answer(method, params):
            if "transaction" in params: note("asked", method)
            if method == load("silent"):
                sys.stderr.write("silent %s %d\n" % (method, os.getpid()))
                sys.stderr.flush()
                return None
            if "transaction" in params:
                for effect, arguments in load("effects") or []:
                    reply = call(effect, {**arguments, "transaction": params["transaction"]})
                    if "error" in reply: raise Exception(reply["error"]["message"])
            return methods.get(method, lambda params: {})(params)
        """#
}
