import Foundation

/// A bundle on disk to read or to break: an app `Weather.app` with one widget, right unless it is changed.
struct BundleFixture {
    var appInfo: [String: String] = [
        "CFBundleIdentifier": "<string>com.example.Weather</string>",
        "CFBundleDisplayName": "<string>Weather</string>",
        "CFBundleExecutable": "<string>weather</string>",
        "CFBundleShortVersionString": "<string>1.2</string>",
    ]
    var appEntitlements: [String: String] = [
        "com.apple.security.application-groups": "<array><string>group.com.example.weather</string></array>",
        "com.apple.security.network.client": "<true/>",
    ]
    var widgetInfo: [String: String] = [
        "CFBundleIdentifier": "<string>com.example.Weather.Today</string>",
        "CFBundleDisplayName": "<string>Weather</string>",
        "CFBundleExecutable": "<string>widget</string>",
        "NSExtension": """
        <dict><key>NSExtensionPointIdentifier</key><string>com.apple.widget-extension</string></dict>
        """,
    ]
    var widgetEntitlements: [String: String] = [
        "com.apple.security.application-groups": "<array><string>group.com.example.weather</string></array>"
    ]
    /// More files by path, written last.
    var files: [String: Data] = [:]
    /// Files that are made executable.
    var executables = ["weather", "PlugIns/Today.appex/widget"]
    /// Files that are left out.
    var missing: Set<String> = []

    /// Writes the bundle.
    ///
    /// - Returns: Its path.
    func write(to folder: String, name: String = "Weather.app") throws -> String {
        let root = "\(folder)/\(name)"
        var all = [
            "Info.plist": Self.plist(appInfo), "Entitlements.plist": Self.plist(appEntitlements),
            "weather": Data("#!/bin/sh\n".utf8), "PlugIns/Today.appex/Info.plist": Self.plist(widgetInfo),
            "PlugIns/Today.appex/Entitlements.plist": Self.plist(widgetEntitlements),
            "PlugIns/Today.appex/widget": Data("#!/bin/sh\n".utf8),
        ]
        all.merge(files) { $1 }
        for (path, data) in all where !missing.contains(path) {
            let url = URL(filePath: "\(root)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try data.write(to: url)
        }
        for path in executables where !missing.contains(path) {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(root)/\(path)")
        }
        return root
    }

    /// Replaces a file of a bundle by a hard link to another one.
    static func link(_ file: String, as name: String, in bundle: String) throws {
        try FileManager.default.removeItem(atPath: "\(bundle)/\(name)")
        try FileManager.default.linkItem(atPath: "\(bundle)/\(file)", toPath: "\(bundle)/\(name)")
    }

    /// Whether two paths lead to one file.
    static func isSameFile(_ first: String, _ second: String) throws -> Bool {
        let numbers = try [first, second].map { path in
            try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? NSNumber
        }
        return numbers[0] != nil && numbers[0] == numbers[1]
    }

    static func plist(_ values: [String: String]) -> Data {
        let members = values.sorted { $0.key < $1.key }.map { "<key>\($0.key)</key>\($0.value)" }
        return Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            \(members.joined(separator: "\n"))
            </dict></plist>
            """.utf8
        )
    }
}
