import Foundation
import JSON
import TodayTestSupport

/// An app on disk whose programs are written in Python; a test steers them with files in a folder.
protocol FixtureApp: Sendable {
    /// The folder through which the programs are steered.
    var control: String { get }
    /// The bundle.
    var bundle: String { get }
}

extension FixtureApp {
    /// Leaves a file for the program.
    func put(_ name: String, _ content: JSONValue = true) throws {
        try Data(content.jsonText.utf8).write(to: URL(filePath: "\(control)/\(name)"))
    }

    /// Takes a file away.
    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(control)/\(name)") }

    /// Makes a pipe at which the program waits before it answers.
    func putGate() throws { mkfifo("\(control)/gate", 0o600) }

    /// Lets the program go on, and takes the pipe away.
    func openGate() throws {
        let gate = try FileHandle(forWritingTo: URL(filePath: "\(control)/gate"))
        try remove("gate")
        try gate.close()
    }

    /// What the program noted under a name, in order.
    func notes(_ name: String) throws -> [JSONValue] {
        guard let text = try? String(contentsOfFile: "\(control)/\(name)", encoding: .utf8) else { return [] }
        return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    /// Waits until the program has noted something under a name, a number of times.
    func waitForNotes(
        _ name: String,
        count: Int = 1,
        file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try await withTimeLimit(on: "note \(count) of \(name)", file: file, line: line) {
            while try notes(name).count < count {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    // MARK: - Writing the bundle

    /// Writes a bundle, or the part of one that a widget is.
    ///
    /// - Parameters:
    ///   - place: Its folder.
    ///   - info: The `Info.plist`.
    ///   - entitlements: The `Entitlements.plist`.
    ///   - program: The program's own part, between ``prelude`` and ``loop``; it defines `answer`.
    /// - Throws: Why it cannot be written.
    func write(_ place: String, info: String, entitlements: String, program: String) throws {
        for folder in [control, place] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let text = [
            "#!/usr/bin/python3", "CONTROL = \"\(control)\"", FixturePrograms.prelude, program, FixturePrograms.loop,
        ].joined(separator: "\n")
        let files = [
            ("Info.plist", plist(info)), ("Entitlements.plist", plist(entitlements)), ("example", text),
        ]
        for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(place)/\(name)")) }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(place)/example")
    }

    private func plist(_ dictionary: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">\(dictionary)</plist>
        """
    }

    /// The `Info.plist` of the app, which opens addresses that begin with `example:`.
    static func appInfo(backgroundModes: [String] = ["remote-notification"]) -> String {
        """
        <dict>
        <key>CFBundleIdentifier</key><string>org.example.App</string>
        <key>CFBundleDisplayName</key><string>Example</string>
        <key>CFBundleShortVersionString</key><string>1.0</string>
        <key>CFBundleExecutable</key><string>example</string>
        <key>UIBackgroundModes</key>
        <array>\(backgroundModes.map { "<string>\($0)</string>" }.joined())</array>
        <key>CFBundleURLTypes</key>
        <array><dict><key>CFBundleURLSchemes</key><array><string>example</string></array></dict></array>
        </dict>
        """
    }

    /// The `Info.plist` of the app's widget.
    static var widgetInfo: String {
        """
        <dict>
        <key>CFBundleIdentifier</key><string>org.example.App.widget</string>
        <key>CFBundleDisplayName</key><string>Example</string>
        <key>CFBundleExecutable</key><string>example</string>
        <key>NSExtension</key>
        <dict><key>NSExtensionPointIdentifier</key><string>com.apple.widget-extension</string></dict>
        </dict>
        """
    }
}

/// What the programs of all fixture apps share.
private enum FixturePrograms {
    /// Messages, the files of a test, and answers that need no thought.
    ///
    /// `methods` has a function for each method; the program's own part adds to it. `answer` calls it, and `notice`
    /// receives notifications; a program may define both anew.
    static let prelude = #"""
        import json, os, sys
        inbox, last = [], 0
        CARD = {"type": "AdaptiveCard", "version": "1.5", "body": [{"type": "TextBlock", "text": "Hello"}]}
        def path(name): return os.path.join(CONTROL, name)
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
        def wait_at_gate():
            if os.path.exists(path("gate")):
                note("reached", True)
                with open(path("gate")) as gate: gate.read()
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
        def make_calls(name): note(name, [call(*each) for each in load("calls") or []])
        def work(params):
            if take("die-early"): os._exit(9)
            for method, arguments in load("effects") or []:
                call(method, {**arguments, "transaction": params["transaction"]})
            wait_at_gate()
            if take("die-late"): os._exit(9)
        def fail_if_told():
            if os.path.exists(path("fail")): raise Exception("The list cannot be written.")
        def open_(params):
            make_calls("results")
            note("opened", [params["source"], params.get("from")])
            return {"url": params["url"]}
        methods = {"app/open": open_, "initialize": lambda params: {"protocolVersion": params["protocolVersion"]}}
        def answer(method, params): return methods.get(method, lambda params: {})(params)
        def notice(method, params): pass
        """#

    /// Handles requests and notifications in their order; what an answer of `None` belongs to is never answered.
    static let loop = #"""
        while True:
            message = inbox.pop(0) if inbox else read()
            if "method" not in message: continue
            method, params = message["method"], message.get("params", {})
            if "id" not in message:
                notice(method, params)
                continue
            try:
                result = answer(method, params)
                if result is not None: send({"id": message["id"], "result": result})
            except Exception as error:
                send({"id": message["id"], "error": {"code": -32000, "message": str(error)}})
        """#
}
