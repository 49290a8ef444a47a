import Foundation
import JSON
import TodayProtocol

/// An app with a widget that has fewer rights than the app; a test steers both processes with files in a folder.
///
/// Both run the same program. It answers every request, but for the method in `silent`. It makes the calls in `effects` in
/// the transaction of each request that has one. For `widget/update` and `app/open` it makes the calls in `calls`, and
/// appends a line with the answers to `results-app` or `results-widget`.
struct WidgetApp: Sendable {
    static let app = AppID("org.example.App")
    static let widget = WidgetID("org.example.App.widget")
    /// The group of both.
    static let group = GroupID("group.org.example")
    /// The group of the app alone.
    static let appGroup = GroupID("group.org.example.app")

    /// The folder through which the program is steered.
    let control: String
    /// The bundle.
    let bundle: String

    /// Writes the bundle into a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - hasWidget: Whether the app has its widget.
    /// - Throws: Why it cannot be written.
    init(in folder: String, hasWidget: Bool = true) throws {
        control = "\(folder)/control"
        bundle = "\(folder)/Example.app"
        try FileManager.default.createDirectory(atPath: control, withIntermediateDirectories: true)
        try write(bundle, info: Self.appInfo, entitlements: Self.appEntitlements)
        guard hasWidget else { return }
        try write("\(bundle)/PlugIns/Today.appex", info: Self.widgetInfo, entitlements: Self.widgetEntitlements)
    }

    /// Leaves a file for the program.
    func put(_ name: String, _ content: JSONValue) throws { try Self.write("\(control)/\(name)", content.jsonText) }

    /// What the program noted under a name, in order.
    func notes(_ name: String) throws -> [JSONValue] {
        let text = try String(contentsOfFile: "\(control)/\(name)", encoding: .utf8)
        return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    private func write(_ place: String, info: String, entitlements: String) throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try Self.write("\(place)/Info.plist", Self.plist(info))
        try Self.write("\(place)/Entitlements.plist", Self.plist(entitlements))
        try Self.write("\(place)/example", "#!/usr/bin/python3\nCONTROL = \"\(control)\"\n" + Self.program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(place)/example")
    }

    private static func write(_ place: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: place))
    }

    private static func plist(_ dictionary: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">\(dictionary)</plist>
        """
    }

    private static let appInfo = """
        <dict>
        <key>CFBundleIdentifier</key><string>\(app)</string>
        <key>CFBundleDisplayName</key><string>Example</string>
        <key>CFBundleShortVersionString</key><string>1.0</string>
        <key>CFBundleExecutable</key><string>example</string>
        <key>UIBackgroundModes</key><array><string>remote-notification</string></array>
        <key>CFBundleURLTypes</key>
        <array><dict><key>CFBundleURLSchemes</key><array><string>example</string></array></dict></array>
        </dict>
        """

    private static let appEntitlements = """
        <dict>
        <key>com.apple.security.application-groups</key>
        <array><string>\(group)</string><string>\(appGroup)</string></array>
        <key>com.apple.security.network.client</key><true/>
        <key>aps-environment</key><string>production</string>
        </dict>
        """

    private static let widgetInfo = """
        <dict>
        <key>CFBundleIdentifier</key><string>\(widget)</string>
        <key>CFBundleDisplayName</key><string>Example</string>
        <key>CFBundleExecutable</key><string>example</string>
        <key>NSExtension</key>
        <dict><key>NSExtensionPointIdentifier</key><string>com.apple.widget-extension</string></dict>
        </dict>
        """

    private static let widgetEntitlements = """
        <dict><key>com.apple.security.application-groups</key><array><string>\(group)</string></array></dict>
        """

    private static let program = #"""
        import json, os, sys
        inbox, last, kind = [], 0, ""
        CARD = {"type": "AdaptiveCard", "version": "1.5", "body": [{"type": "TextBlock", "text": "Hello"}]}
        def path(name): return os.path.join(CONTROL, name)
        def load(name):
            try:
                with open(path(name)) as file: return json.load(file)
            except FileNotFoundError: return None
        def note(name, value):
            with open(path(name), "a") as file: file.write(json.dumps(value) + "\n")
        def send(message):
            sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            sys.stdout.flush()
        def read():
            line = sys.stdin.readline()
            if not line: os._exit(0)
            return json.loads(line)
        def call(method, params):
            global last
            last += 1
            send({"id": last, "method": method, "params": params})
            while True:
                message = read()
                if "method" not in message and message.get("id") == last: return message
                inbox.append(message)
        def initialize(params):
            global kind
            kind = params["kind"]
            note("greeting-" + kind, params)
            return {"protocolVersion": params["protocolVersion"]}
        def results(): note("results-" + kind, [call(*each) for each in load("calls") or []])
        def update(params):
            results()
            return {"content": {"compact": CARD}}
        def open_(params):
            results()
            return {"url": params["url"]}
        methods = {"initialize": initialize, "widget/update": update, "app/open": open_,
            "app/push": lambda params: {"result": "newData"}}
        while True:
            message = inbox.pop(0) if inbox else read()
            if "method" not in message or "id" not in message: continue
            method, params = message["method"], message.get("params", {})
            if method == load("silent"):
                sys.stderr.write("silent %s %d\n" % (method, os.getpid()))
                sys.stderr.flush()
                continue
            try:
                if "transaction" in params:
                    for effect, arguments in load("effects") or []:
                        answer = call(effect, {**arguments, "transaction": params["transaction"]})
                        if "error" in answer: raise Exception(answer["error"]["message"])
                result = methods.get(method, lambda params: {})(params)
                send({"id": message["id"], "result": result})
            except Exception as error:
                send({"id": message["id"], "error": {"code": -32000, "message": str(error)}})
        """#
}
