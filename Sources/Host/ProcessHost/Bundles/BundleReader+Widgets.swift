import JSON
import TodayProtocol

extension BundleReader {
    /// The values of an app that its widgets are checked against.
    typealias App = (id: AppID?, version: String?, hosts: [String], entitlements: Entitlements)

    /// The contents of `PlugIns`.
    struct Extensions {
        var widgets: [WidgetManifest] = []
        /// The rule for the shared content that the app's own program accepts.
        var share: ShareRule?
        /// The Share and Action extensions with a program.
        var programs: [ExtensionManifest] = []
        var unsupported: [UnsupportedExtension] = []
    }

    /// Reads every `PlugIns/*.appex`: widgets, Share and Action extensions, and extensions that Today does not run.
    func readExtensions(in folder: BundleFolder, app: App) -> Extensions {
        let names = folder.folders(in: "PlugIns", suffix: ".appex")
        if names.count > limits.widgets {
            let message = "It holds \(names.count) extensions; an app may have \(limits.widgets)."
            folder.report("PlugIns", message, remedy: "Leave some out.")
        }
        var found = Extensions()
        for name in names.prefix(limits.widgets) {
            let place = "PlugIns/\(name)"
            readPlugIn(
                in: BundleFolder(path: "\(folder.path)/\(place)", prefix: "\(place)/", problems: folder.problems),
                app: app,
                into: &found
            )
        }
        return found
    }

    /// Reports a second extension at the same extension point.
    private func checkPoint(_ point: ShareExtensionPoint, among found: Extensions, in place: BundleFolder) {
        guard found.programs.contains(where: { $0.point == point }) || (point == .share && found.share != nil) else {
            return
        }
        let message = "The app has another \(point == .share ? "Share" : "Action") extension."
        place.report("Info.plist", message, remedy: "Put both rules into one.")
    }

    private func checkIdentifier(of widget: WidgetManifest, among found: Extensions, in place: BundleFolder) {
        let others = found.widgets + found.programs.map(\.program)
        guard let other = others.first(where: { $0.id.rawValue.lowercased() == widget.id.rawValue.lowercased() })
        else { return }
        let message = "\(other.folder) has the identifier \(other.id) too."
        place.report("Info.plist", key: "CFBundleIdentifier", message, remedy: "Give each widget its own.")
    }

    /// Reads one folder in `PlugIns`, and adds what it contains unless a problem was added.
    private func readPlugIn(in folder: BundleFolder, app: App, into found: inout Extensions) {
        guard let info = readTable("Info.plist", in: folder, required: true),
            let (table, identifier) = readExtensionPoint(info)
        else { return }
        if hasShareRule(info, table, identifier) {
            guard let rule = readShareRule(table) else { return }
            checkPoint(.share, among: found, in: folder)
            found.share = rule
        } else if let point = programPoint(info, table, identifier) {
            let rule = readShareRule(table)
            let program = readWidget(info, table, in: folder, app: app)
            guard let rule, let program else { return }
            checkPoint(point, among: found, in: folder)
            checkIdentifier(of: program, among: found, in: folder)
            found.programs.append(ExtensionManifest(point: point, rule: rule, program: program))
        } else if ExtensionPoint(identifier: identifier) == .widget {
            guard let widget = readWidget(info, table, in: folder, app: app) else { return }
            checkIdentifier(of: widget, among: found, in: folder)
            found.widgets.append(widget)
        } else {
            // The rest is not checked, since none of it is used.
            found.unsupported.append(UnsupportedExtension(folder: String(folder.prefix.dropLast()), point: identifier))
        }
    }

    private func readWidget(
        _ info: PropertyListTable,
        _ extensionTable: PropertyListTable,
        in folder: BundleFolder,
        app: App
    ) -> WidgetManifest? {
        let entitlements = readEntitlements(in: folder)
        check(entitlements, against: app.entitlements, in: folder)
        let id = readIdentifier(info)
        if let id, let appID = app.id, !id.rawValue.hasPrefix("\(appID.rawValue).") {
            let message = "\(id) is not a child of the app's identifier \(appID)."
            info.report("CFBundleIdentifier", message, remedy: "Begin it with \"\(appID).\".")
        }
        let name = readName(info, in: folder)
        let version = readVersion(info) ?? app.version
        let executable = readExecutable(info, in: folder)
        let principalClass = extensionTable.string("NSExtensionPrincipalClass")
        info.noteUnsupportedInfoKeys()
        extensionTable.noteUnsupportedInfoKeys()
        if info.values["UIBackgroundModes"] != nil {
            folder.problems.noteUnsupported(file: info.file, key: "UIBackgroundModes of a widget")
        }
        let card = readCard("NSExtensionMainStoryboard", extensionTable, in: folder)
        let configuration = readCard("TodayConfiguration", extensionTable, in: folder, hasInputs: true)
        let families = readFamilies(extensionTable)
        let images = readImages(in: folder)
        let hosts = readHosts(info)
        for host in hosts where !app.hosts.contains(host) {
            let remedy = "Add it to TodayAllowedHosts in the app's Info.plist too."
            info.report("TodayAllowedHosts", "The app does not list \(host).", remedy: remedy)
        }
        if info.values["CFBundleURLTypes"] != nil {
            info.report("CFBundleURLTypes", "A widget opens no links.", remedy: "Move it to the app's Info.plist.")
        }
        guard let id, let name, let version, let executable else { return nil }
        return WidgetManifest(
            id: WidgetID(id.rawValue),
            folder: String(folder.prefix.dropLast()),
            name: name,
            version: version,
            executable: executable,
            principalClass: principalClass,
            placeholderCard: card,
            configurationCard: configuration,
            families: families,
            allowedHosts: info.values["TodayAllowedHosts"] == nil ? app.hosts : hosts,
            entitlements: entitlements,
            images: images
        )
    }

    /// Reads the sizes in `TodayWidgetSizes`; those of a widget that declares none if the key is missing.
    private func readFamilies(_ table: PropertyListTable) -> [WidgetFamily] {
        let key = "TodayWidgetSizes"
        guard table.values[key] != nil else { return WidgetFamily.undeclared }
        let names = table.strings(key)
        let families = names.compactMap(WidgetFamily.init)
        if families.isEmpty || families.count < names.count {
            let remedy = "List one or more of small, medium and large, or leave the key out."
            table.report(key, "It is no list of sizes.", remedy: remedy)
        }
        return families
    }

    /// Reads the `NSExtension` dictionary and the extension point that it names.
    private func readExtensionPoint(_ info: PropertyListTable) -> (table: PropertyListTable, identifier: String)? {
        let remedy = "Write com.apple.widget-extension."
        guard info.values["NSExtension"] != nil else {
            let remedy = "Add a dictionary with NSExtensionPointIdentifier = com.apple.widget-extension."
            return info.refuse("NSExtension", "It is missing.", remedy: remedy)
        }
        let key = "NSExtensionPointIdentifier"
        guard let table = info.table("NSExtension"), let identifier = table.requiredString(key, remedy: remedy) else {
            return nil
        }
        // People read it before they agree, so it must be a plain name.
        guard BundleNames.isBundleIdentifier(identifier) else {
            return table.refuse(key, "It is no name of an extension point.", remedy: remedy)
        }
        return (table, identifier)
    }

    /// Returns `true` if JSON contains, at any depth, an input with an id.
    private static func hasInput(_ json: JSONValue) -> Bool {
        switch json {
        case .object(let members):
            let isInput = json["type"]?.stringValue?.hasPrefix("Input.") == true
            if isInput, json["id"]?.stringValue?.isEmpty == false { return true }
            return members.values.contains(where: hasInput)
        case .array(let elements): return elements.contains(where: hasInput)
        default: return false
        }
    }

    /// Reads the path of the card, or of the content with a card, that a key names; with `hasInputs`, the card must
    /// have an input; its translations in `lproj` folders are checked too.
    private func readCard(
        _ key: String,
        _ table: PropertyListTable,
        in folder: BundleFolder,
        hasInputs: Bool = false
    ) -> String? {
        guard let name = table.string(key) else { return nil }
        let file = name.hasSuffix(".json") ? name : "\(name).json"
        guard BundleNames.isInnerPath(file), folder.resolved(file) != nil else {
            let remedy = "Put an Adaptive Card there, or leave the key out."
            return table.refuse(key, "There is no card \(folder.reported(file)).", remedy: remedy)
        }
        let translations = folder.folders(in: "", suffix: ".lproj").prefix(limits.languages).map { "\($0)/\(file)" }
        let files = [file] + translations.filter { folder.resolved($0) != nil }
        return files.allSatisfy { checkCard($0, key, in: folder, hasInputs: hasInputs) } ? file : nil
    }

    /// Returns `true` if a file contains a card, or content with one; otherwise adds a problem.
    private func checkCard(_ file: String, _ key: String, in folder: BundleFolder, hasInputs: Bool) -> Bool {
        guard let bytes = folder.read(file, limit: limits.fileBytes) else { return false }
        do {
            let content = try JSONValue(parsing: bytes)
            let card = content["compact"] ?? content
            guard card["type"]?.stringValue == "AdaptiveCard" else {
                let remedy = "Its type, or that of its member \"compact\", must be \"AdaptiveCard\"."
                folder.report(file, key: "type", "It is no Adaptive Card.", remedy: remedy)
                return false
            }
            if !hasInputs || Self.hasInput(card) { return true }
            let remedy = "Add an element such as Input.Text with an id, or leave \(key) out."
            folder.report(file, "It has no input.", remedy: remedy)
        } catch {
            folder.report(file, "It is not JSON: \(error).", remedy: "Mend the syntax.")
        }
        return false
    }
}
