import ArgumentParser

/// The languages of new apps, with a minimal app and widget in each.
enum AppTemplate: String, CaseIterable, ExpressibleByArgument, Sendable {
    case swift, python, node, sh

    struct File: Sendable {
        var path: String
        var text: String
        var isProgram = false
    }

    /// The commands that build the program, in the source folder.
    var build: [String] { self == .swift ? ["swift build -c release --static-swift-stdlib"] : [] }

    /// The folder with the built program, below the source folder.
    var products: String { self == .swift ? ".build/release" : "." }

    /// Returns the files of an app.
    ///
    /// The app and the widget share one program; the host tells each process which of the two it is.
    func files(_ name: String) -> [File] {
        let bundles = [
            File(path: "Bundle/Info.plist", text: Self.info(name, id: "org.example.\(name)", more: Self.appKeys)),
            File(
                path: "Bundle/PlugIns/\(name)Widget/Info.plist",
                text: Self.info(name, id: "org.example.\(name).widget", more: Self.widgetKeys)
            ),
        ]
        switch self {
        case .swift:
            return bundles + [
                File(path: "Package.swift", text: Self.package(name)),
                File(path: "Sources/\(name)/\(name).swift", text: Self.swiftProgram(name)),
            ]
        case .python: return bundles + [File(path: name, text: Self.pythonProgram(name), isProgram: true)]
        case .node: return bundles + [File(path: name, text: Self.nodeProgram(name), isProgram: true)]
        case .sh: return bundles + [File(path: name, text: Self.shProgram(name), isProgram: true)]
        }
    }

    private static func info(_ name: String, id: String, more: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
            <key>CFBundleIdentifier</key>
            <string>\(id)</string>
            <key>CFBundleDisplayName</key>
            <string>\(name)</string>
            <key>CFBundleExecutable</key>
            <string>\(name)</string>
        \(more)</dict>
        </plist>

        """
    }

    /// A widget has the version of its app.
    private static let appKeys = """
            <key>CFBundleShortVersionString</key>
            <string>1.0</string>

        """

    private static let widgetKeys = """
            <key>NSExtension</key>
            <dict>
                <key>NSExtensionPointIdentifier</key>
                <string>com.apple.widget-extension</string>
            </dict>

        """

    private static func package(_ name: String) -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "\(name)",
            dependencies: [.package(name: "TodayKit", path: "../today/Sources")],
            targets: [
                .executableTarget(name: "\(name)", dependencies: [.product(name: "TodayKit", package: "TodayKit")])
            ]
        )

        """
    }

    private static func swiftProgram(_ name: String) -> String {
        """
        import TodayKit

        @main
        struct \(name)App: App {
            static let widgets: [any Widget.Type] = [\(name)Widget.self]

            func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
                SceneContent(title: "\(name)", card: Card { TextBlock("Hello World") })
            }
        }

        struct \(name)Widget: Widget {
            func update(_ context: WidgetContext) async throws -> WidgetContent? {
                WidgetContent(compact: Card { TextBlock("Hello World") })
            }
        }

        """
    }

    private static func pythonProgram(_ name: String) -> String {
        #"""
        #!/usr/bin/env python3
        """\#(name), the app and its widget. It answers each request of the host, a line of JSON each."""
        import json
        import sys

        CARD = {"type": "AdaptiveCard", "version": "1.5", "body": [{"type": "TextBlock", "text": "Hello World"}]}
        CONTENT = {"compact": CARD}
        RESULTS = {"initialize": {"protocolVersion": 1}, "widget/update": {"content": CONTENT}, "shutdown": {}}

        for line in sys.stdin:
            request = json.loads(line)
            if "id" not in request or "method" not in request:
                continue
            if request["method"] in RESULTS:
                answer = {"result": RESULTS[request["method"]]}
            else:
                answer = {"error": {"code": -32601, "message": f"There is no {request['method']}."}}
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer}), flush=True)

        """#
    }

    private static func nodeProgram(_ name: String) -> String {
        #"""
        #!/usr/bin/env node
        // \#(name), the app and its widget. It answers each request of the host, a line of JSON each.
        const card = { type: "AdaptiveCard", version: "1.5", body: [{ type: "TextBlock", text: "Hello World" }] };
        const content = { compact: card };
        const results = { initialize: { protocolVersion: 1 }, "widget/update": { content }, shutdown: {} };

        require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
            const { id, method } = JSON.parse(line);
            if (id === undefined || method === undefined) return;
            const result = results[method];
            const error = { code: -32601, message: `There is no ${method}.` };
            console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
        });

        """#
    }

    private static func shProgram(_ name: String) -> String {
        #"""
        #!/bin/sh
        # \#(name), the app and its widget. It answers the requests that every host sends, a line of JSON each.
        card='{"type": "AdaptiveCard", "version": "1.5", "body": [{"type": "TextBlock", "text": "Hello World"}]}'

        while IFS= read -r line; do
            case $line in
                *'"method":"initialize"'*) result='{"protocolVersion": 1}' ;;
                *'"method":"widget/update"'*) result="{\"content\": {\"compact\": $card}}" ;;
                *'"method":"shutdown"'*) result='{}' ;;
                *) continue ;;
            esac
            # The ids of the host's requests are the only ids in them that are numbers.
            id=$(printf '%s' "$line" | sed 's/.*"id":\([0-9][0-9]*\).*/\1/')
            printf '{"jsonrpc": "2.0", "id": %s, "result": %s}\n' "$id" "$result"
        done

        """#
    }
}
