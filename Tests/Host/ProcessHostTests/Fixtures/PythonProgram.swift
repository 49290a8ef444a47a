import Foundation
import JSON
import JSONRPC
import TodayProtocol

@testable import ProcessHost

/// Runs Python inside a process of the tests and returns the value of `result`.
struct RunRequest: RPCRequest {
    static let method = "test/run"

    struct Reply: Codable, Sendable {
        var value: JSONValue
    }

    var code: String
}

/// Takes nothing from the process: what it asks is an unknown method, and `test/wait` is never answered.
struct SilentSession: RPCHandler {
    func receive(_ request: IncomingRequest) {
        if request.method == "test/wait" { return }
        request.fail(RPCError(.methodNotFound, "There is no method \(request.method)."))
    }

    func receive(notification method: String, params: JSONValue) {}
}

/// A program in Python that speaks the process protocol.
enum PythonProgram {
    /// Answers `initialize` and `shutdown`, and does what `test/run` says.
    static let wellBehaved = #"""
        import json, sys
        def answer(message, result):
            sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}) + "\n")
            sys.stdout.flush()
        for line in sys.stdin:
            message = json.loads(line)
            method = message.get("method")
            if method == "initialize":
                greeting = message["params"]
                answer(message, {"protocolVersion": greeting["protocolVersion"]})
            elif method == "test/run":
                names = {"greeting": greeting}
                exec(message["params"]["code"], names)
                answer(message, {"value": names.get("result")})
            elif "id" in message:
                answer(message, {})
        """#

    /// Writes a program into a bundle of its own.
    ///
    /// - Parameters:
    ///   - name: The widget's name, unique in the folder.
    ///   - folder: Where the bundle is made.
    ///   - source: The program's text below the first line.
    ///   - interpreter: The first line's program.
    ///   - groups: The widget's groups, whose folders are made below `folder`.
    /// - Returns: The program, a widget's.
    /// - Throws: Why it cannot be written.
    static func write(
        _ name: String,
        in folder: String,
        _ source: String = wellBehaved,
        interpreter: String = "/usr/bin/python3",
        groups: [GroupID] = []
    ) throws -> Program {
        let bundle = "\(folder)/\(name).appex"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        try Data("#!\(interpreter)\n\(source)\n".utf8).write(to: URL(filePath: "\(bundle)/program"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(bundle)/program")
        return Program(
            identity: .widget(WidgetID("com.example.tests.\(name)"), of: AppID("com.example.tests")),
            title: .text(name),
            bundle: bundle,
            executable: "program",
            groups: Dictionary(uniqueKeysWithValues: groups.map { ($0, "\(folder)/groups/\($0)") })
        )
    }
}
