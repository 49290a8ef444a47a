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

    /// The contents of one folder in `PlugIns`.
    private enum PlugIn {
        case widget(WidgetManifest)
        case share(ShareRule)
        case program(ExtensionManifest)
        case unsupported(UnsupportedExtension)
    }

    /// Reads every `PlugIns/*.appex`: widgets, Share and Action extensions, and extensions that Today does not run.
    func readExtensions(
        in folder: BundleFolder,
        app: App,
        _ problems: inout BundleProblems
    ) -> Extensions {
        let names = folder.folders(in: "PlugIns", suffix: ".appex")
        if names.count > limits.widgets {
            problems.add(
                file: "PlugIns",
                "It holds \(names.count) extensions; an app may have \(limits.widgets).",
                remedy: "Leave some out."
            )
        }
        var found = Extensions()
        for name in names.prefix(limits.widgets) {
            let place = BundleFolder(path: "\(folder.path)/PlugIns/\(name)", prefix: "PlugIns/\(name)/")
            switch readPlugIn(in: place, app: app, &problems) {
            case .widget(let widget):
                checkIdentifier(of: widget, among: found, in: place, &problems)
                found.widgets.append(widget)
            case .share(let rule):
                checkPoint(.share, among: found, in: place, &problems)
                found.share = rule
            case .program(let program):
                checkPoint(program.point, among: found, in: place, &problems)
                checkIdentifier(of: program.program, among: found, in: place, &problems)
                found.programs.append(program)
            case .unsupported(let other): found.unsupported.append(other)
            case nil: break
            }
        }
        return found
    }

    /// Reports a second extension at the same extension point.
    private func checkPoint(
        _ point: ShareExtensionPoint,
        among found: Extensions,
        in place: BundleFolder,
        _ problems: inout BundleProblems
    ) {
        guard found.programs.contains(where: { $0.point == point }) || (point == .share && found.share != nil) else {
            return
        }
        problems.add(
            file: place.reported("Info.plist"),
            "The app has another \(point == .share ? "Share" : "Action") extension.",
            remedy: "Put both rules into one."
        )
    }

    /// Reports an identifier that another program of `PlugIns` has.
    private func checkIdentifier(
        of widget: WidgetManifest,
        among found: Extensions,
        in place: BundleFolder,
        _ problems: inout BundleProblems
    ) {
        let others = found.widgets + found.programs.map(\.program)
        guard let other = others.first(where: { $0.id.rawValue.lowercased() == widget.id.rawValue.lowercased() })
        else { return }
        problems.add(
            file: place.reported("Info.plist"),
            key: "CFBundleIdentifier",
            "\(other.folder) has the identifier \(other.id) too.",
            remedy: "Give each widget its own."
        )
    }

    /// Reads one folder in `PlugIns`; `nil` if a problem was added.
    private func readPlugIn(in folder: BundleFolder, app: App, _ problems: inout BundleProblems) -> PlugIn? {
        guard let info = readTable("Info.plist", in: folder, required: true, &problems),
            let (table, identifier) = readExtensionPoint(info, &problems)
        else { return nil }
        if hasShareRule(info, table, identifier) { return readShareRule(table, &problems).map(PlugIn.share) }
        if let point = programPoint(info, table, identifier) {
            let rule = readShareRule(table, &problems)
            let program = readWidget(info, table, in: folder, app: app, &problems)
            guard let rule, let program else { return nil }
            return .program(ExtensionManifest(point: point, rule: rule, program: program))
        }
        guard ExtensionPoint(identifier: identifier) == .widget else {
            // The rest is not checked, since none of it is used.
            return .unsupported(UnsupportedExtension(folder: String(folder.prefix.dropLast()), point: identifier))
        }
        return readWidget(info, table, in: folder, app: app, &problems).map(PlugIn.widget)
    }

    private func readWidget(
        _ info: PropertyListTable,
        _ extensionTable: PropertyListTable,
        in folder: BundleFolder,
        app: App,
        _ problems: inout BundleProblems
    ) -> WidgetManifest? {
        let entitlements = readEntitlements(in: folder, &problems)
        check(entitlements, against: app.entitlements, file: folder.reported("Entitlements.plist"), &problems)
        let id = readIdentifier(info, &problems)
        if let id, let appID = app.id, !id.rawValue.hasPrefix("\(appID.rawValue).") {
            info.report(
                "CFBundleIdentifier",
                "\(id) is not a child of the app's identifier \(appID).",
                remedy: "Begin it with \"\(appID).\".",
                &problems
            )
        }
        let name = readName(info, in: folder, &problems)
        let version = readVersion(info, &problems) ?? app.version
        let executable = readExecutable(info, in: folder, &problems)
        let principalClass = extensionTable.string("NSExtensionPrincipalClass", &problems)
        info.noteUnsupportedInfoKeys(&problems)
        extensionTable.noteUnsupportedInfoKeys(&problems)
        if info.values["UIBackgroundModes"] != nil {
            problems.noteUnsupported(file: info.file, key: "UIBackgroundModes of a widget")
        }
        let card = readCard("NSExtensionMainStoryboard", extensionTable, in: folder, &problems)
        let configuration = readCard("TodayConfiguration", extensionTable, in: folder, hasInputs: true, &problems)
        let families = readFamilies(extensionTable, &problems)
        let images = readImages(in: folder, &problems)
        let hosts = readHosts(info, &problems)
        for host in hosts where !app.hosts.contains(host) {
            info.report(
                "TodayAllowedHosts",
                "The app does not list \(host).",
                remedy: "Add it to TodayAllowedHosts in the app's Info.plist too.",
                &problems
            )
        }
        if info.values["CFBundleURLTypes"] != nil {
            info.report(
                "CFBundleURLTypes",
                "A widget opens no links.",
                remedy: "Move it to the app's Info.plist.",
                &problems
            )
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

    /// Reads the sizes in `TodayWidgetSizes`; all of them if the key is missing.
    private func readFamilies(_ table: PropertyListTable, _ problems: inout BundleProblems) -> [WidgetFamily] {
        let key = "TodayWidgetSizes"
        guard table.values[key] != nil else { return WidgetFamily.allCases }
        let names = table.strings(key, &problems)
        let families = names.compactMap(WidgetFamily.init)
        if families.isEmpty || families.count < names.count {
            table.report(
                key,
                "It is no list of sizes.",
                remedy: "List one or more of small, medium and large, or leave the key out.",
                &problems
            )
        }
        return families
    }

    /// Reads the `NSExtension` dictionary and the extension point that it names.
    private func readExtensionPoint(
        _ info: PropertyListTable,
        _ problems: inout BundleProblems
    ) -> (table: PropertyListTable, identifier: String)? {
        let remedy = "Write com.apple.widget-extension."
        guard info.values["NSExtension"] != nil else {
            info.report(
                "NSExtension",
                "It is missing.",
                remedy: "Add a dictionary with NSExtensionPointIdentifier = com.apple.widget-extension.",
                &problems
            )
            return nil
        }
        let key = "NSExtensionPointIdentifier"
        guard let table = info.table("NSExtension", &problems),
            let identifier = table.requiredString(key, remedy: remedy, &problems)
        else { return nil }
        // People read it before they agree, so it must be a plain name.
        guard BundleNames.isBundleIdentifier(identifier) else {
            table.report(key, "It is no name of an extension point.", remedy: remedy, &problems)
            return nil
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
    /// have an input.
    ///
    /// Its translations in `lproj` folders are checked too.
    private func readCard(
        _ key: String,
        _ table: PropertyListTable,
        in folder: BundleFolder,
        hasInputs: Bool = false,
        _ problems: inout BundleProblems
    ) -> String? {
        guard let name = table.string(key, &problems) else { return nil }
        let file = name.hasSuffix(".json") ? name : "\(name).json"
        guard BundleNames.isInnerPath(file), folder.resolved(file) != nil else {
            table.report(
                key,
                "There is no card \(folder.reported(file)).",
                remedy: "Put an Adaptive Card there, or leave the key out.",
                &problems
            )
            return nil
        }
        guard checkCard(file, key, in: folder, hasInputs: hasInputs, &problems) else { return nil }
        for project in folder.folders(in: "", suffix: ".lproj").prefix(limits.languages)
        where folder.resolved("\(project)/\(file)") != nil {
            guard checkCard("\(project)/\(file)", key, in: folder, hasInputs: hasInputs, &problems) else { return nil }
        }
        return file
    }

    /// Returns `true` if a file contains a card, or content with one; otherwise adds a problem.
    private func checkCard(
        _ file: String,
        _ key: String,
        in folder: BundleFolder,
        hasInputs: Bool,
        _ problems: inout BundleProblems
    ) -> Bool {
        guard let bytes = folder.read(file, limit: limits.fileBytes, &problems) else { return false }
        do {
            let content = try JSONValue(parsing: bytes)
            let card = content["compact"] ?? content
            guard card["type"]?.stringValue == "AdaptiveCard" else {
                problems.add(
                    file: folder.reported(file),
                    key: "type",
                    "It is no Adaptive Card.",
                    remedy: "Its type, or that of its member \"compact\", must be \"AdaptiveCard\"."
                )
                return false
            }
            guard !hasInputs || Self.hasInput(card) else {
                problems.add(
                    file: folder.reported(file),
                    "It has no input.",
                    remedy: "Add an element such as Input.Text with an id, or leave \(key) out."
                )
                return false
            }
            return true
        } catch {
            problems.add(file: folder.reported(file), "It is not JSON: \(error).", remedy: "Mend the syntax.")
        }
        return false
    }
}
