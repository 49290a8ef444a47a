import Foundation
import JSON
import TodayTestSupport

/// An installed app whose process is a program that a test steers with files in a folder.
///
/// Opening one of its addresses makes the calls in `calls`. What it is told is appended to `responses`, `pushes`, `inbox`,
/// `presented` and `settings`, a line of JSON each.
struct NotifyingApp: Sendable {
    /// The folder through which the program is steered.
    let control: String
    /// The bundle.
    let bundle: String

    /// Writes the bundle into a folder.
    init(in folder: String) throws {
        control = "\(folder)/control"
        bundle = "\(folder)/Example.app"
        for place in [control, "\(bundle)/en.lproj", "\(bundle)/ja.lproj"] {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        }
        try Self.write("\(bundle)/Info.plist", Self.plist(Self.info))
        try Self.write("\(bundle)/Entitlements.plist", Self.plist(Self.entitlements))
        try Self.write("\(bundle)/en.lproj/Localizable.strings", #""hello" = "Hello, %@";"#)
        try Self.write("\(bundle)/ja.lproj/Localizable.strings", #""hello" = "%@さん、こんにちは";"#)
        let program = "CONTROL = \"\(control)\"\n" + Self.program
        try Self.write("\(bundle)/example", "#!/usr/bin/python3\n" + program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(bundle)/example")
    }

    /// Leaves a file for the program.
    func put(_ name: String, _ content: JSONValue = true) throws {
        try Self.write("\(control)/\(name)", content.jsonText)
    }

    /// Takes a file away.
    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(control)/\(name)") }

    /// What the program noted under a name, in order.
    func notes(_ name: String) throws -> [JSONValue] {
        guard let text = try? String(contentsOfFile: "\(control)/\(name)", encoding: .utf8) else { return [] }
        return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    /// Waits until the program has noted something under a name.
    func waitForNote(_ name: String) async throws {
        try await withTimeLimit(on: "the app's note \(name)") {
            while try notes(name).isEmpty {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
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

    private static let entitlements = "<dict><key>aps-environment</key><string>production</string></dict>"

    private static let info = """
        <dict>
        <key>CFBundleIdentifier</key><string>org.example.App</string>
        <key>CFBundleDisplayName</key><string>Example</string>
        <key>CFBundleShortVersionString</key><string>1.0</string>
        <key>CFBundleExecutable</key><string>example</string>
        <key>UIBackgroundModes</key><array><string>remote-notification</string></array>
        <key>CFBundleURLTypes</key>
        <array><dict><key>CFBundleURLSchemes</key><array><string>example</string></array></dict></array>
        </dict>
        """

    private static let program = #"""
        import json, os, sys
        inbox, last = [], 0
        def path(name): return os.path.join(CONTROL, name)
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
        def load(name):
            try:
                with open(path(name)) as file: return json.load(file)
            except FileNotFoundError: return None
        def note(name, value):
            with open(path(name), "a") as file: file.write(json.dumps(value) + "\n")
        def take(name):
            try: os.remove(path(name))
            except FileNotFoundError: return False
            return True
        def respond(params):
            note("responses", params["response"])
            work(params)
            return {}
        def push(params):
            note("pushes", params["push"])
            note("budgets", params["budgetMilliseconds"])
            work(params)
            return {"result": "newData"}
        def work(params):
            if take("die-early"): os._exit(9)
            for method, arguments in load("effects") or []:
                call(method, {**arguments, "transaction": params["transaction"]})
            if os.path.exists(path("gate")):
                note("reached", True)
                with open(path("gate")) as gate: gate.read()
            if take("die-late"): os._exit(9)
            if os.path.exists(path("fail")): raise Exception("The list cannot be written.")
        def present(params):
            note("presented", params["notification"])
            if os.path.exists(path("mute")): return None
            return {"options": load("options") or []}
        def open_(params):
            note("results", [call(*each) for each in load("calls") or []])
            return {"url": params["url"]}
        methods = {"app/respond": respond, "app/push": push, "app/present": present, "app/open": open_,
            "initialize": lambda params: {"protocolVersion": params["protocolVersion"]}}
        while True:
            message = inbox.pop(0) if inbox else read()
            if "method" not in message: continue
            if message["method"] == "settings/changed": note("settings", message["params"])
            if message["method"] == "messages/changed": note("inbox", message["params"])
            if "id" not in message: continue
            try:
                result = methods.get(message["method"], lambda params: {})(message.get("params", {}))
                if result is not None: send({"id": message["id"], "result": result})
            except Exception as error:
                send({"id": message["id"], "error": {"code": -32000, "message": str(error)}})
        """#
}
