import Glibc
import HostModel
import TodayProtocol

/// Reads the parts that bundles of apps and widgets have in common.
extension BundleReader {
    func readTable(
        _ name: String,
        in folder: BundleFolder,
        required: Bool,
        _ problems: inout BundleProblems
    ) -> PropertyListTable? {
        let file = folder.reported(name)
        guard let bytes = folder.read(name, limit: limits.fileBytes, &problems) else {
            if required, !folder.has(name) {
                problems.add(file: file, "It is missing.", remedy: "Every bundle has an \(name); put one there.")
            }
            return nil
        }
        do {
            let values = try PropertyListFile.parse(bytes, depth: limits.propertyListDepth)
            return PropertyListTable(file: file, prefix: "", values: values)
        } catch {
            problems.add(file: file, error.message, remedy: error.remedy)
            return nil
        }
    }

    func readIdentifier(_ info: PropertyListTable, _ problems: inout BundleProblems) -> AppID? {
        let key = "CFBundleIdentifier"
        let remedy = "Write a reverse-DNS name of letters, digits, hyphens and dots, such as com.example.Weather."
        guard let text = info.requiredString(key, remedy: remedy, &problems) else { return nil }
        guard BundleNames.isBundleIdentifier(text) else {
            info.report(key, "\"\(text)\" is no bundle identifier.", remedy: remedy, &problems)
            return nil
        }
        guard !BundleNames.isReservedIdentifier(text) else {
            info.report(
                key,
                "\"\(text)\" is an identifier of Today itself.",
                remedy: "Choose one of your own.",
                &problems
            )
            return nil
        }
        return AppID(text)
    }

    func readVersion(_ info: PropertyListTable, _ problems: inout BundleProblems) -> String? {
        let key = "CFBundleShortVersionString"
        guard let text = info.string(key, &problems) else { return nil }
        guard BundleNames.isFolderSafe(text), text.utf8.count <= 32 else {
            info.report(
                key,
                "\"\(text)\" is no version.",
                remedy: "Use numbers and dots, such as 1.0.2, at most 32 characters.",
                &problems
            )
            return nil
        }
        return text
    }

    func readName(
        _ info: PropertyListTable,
        in folder: BundleFolder,
        _ problems: inout BundleProblems
    ) -> LocalizedName? {
        let key =
            info.values["CFBundleDisplayName"] == nil && info.values["CFBundleName"] != nil
            ? "CFBundleName" : "CFBundleDisplayName"
        guard let text = info.requiredString(key, remedy: "Write the name that people see.", &problems) else {
            return nil
        }
        guard BundleNames.isName(text) else {
            info.report(
                key,
                "It is no name that people can see on one line.",
                remedy: "Use at most 100 characters, none of them invisible or a control character.",
                &problems
            )
            return nil
        }
        return LocalizedName(
            text,
            translations: readTranslations(
                [
                    ("InfoPlist.strings", ["CFBundleDisplayName", "CFBundleName"]),
                    ("Localizable.strings", ["CFBundleDisplayName", text]),
                ],
                in: folder,
                &problems,
                isAccepted: { BundleNames.isName($0) }
            )
        )
    }

    /// The key of the purpose for which an app needs the location.
    static let locationPurposeKey = "NSLocationWhenInUseUsageDescription"

    /// Reads the purpose for which an app needs the location, which is required of an app that requests it.
    func readLocationPurpose(
        _ info: PropertyListTable,
        in folder: BundleFolder,
        _ problems: inout BundleProblems
    ) -> LocalizedName? {
        let key = Self.locationPurposeKey
        let remedy = "Write what the app needs the location for, on one line of at most 300 characters."
        guard let text = info.requiredString(key, remedy: remedy, &problems) else { return nil }
        guard BundleNames.isTitle(text, limit: 300) else {
            info.report(key, "It is no sentence on one line.", remedy: remedy, &problems)
            return nil
        }
        let translations = readTranslations([("InfoPlist.strings", [key])], in: folder, &problems) {
            BundleNames.isTitle($0, limit: 300)
        }
        return LocalizedName(text, translations: translations)
    }

    /// Reads a text in every language of the bundle.
    ///
    /// - Parameters:
    ///   - sources: The files of a language, with the keys of the text in each, in order of preference.
    ///   - folder: The bundle.
    ///   - problems: Receives the mistakes.
    ///   - isAccepted: Returns `true` if a translation is valid; others are left out.
    /// - Returns: The translations by language.
    private func readTranslations(
        _ sources: [(file: String, keys: [String])],
        in folder: BundleFolder,
        _ problems: inout BundleProblems,
        isAccepted: (String) -> Bool
    ) -> [String: String] {
        let folders = folder.folders(in: "", suffix: ".lproj")
        if folders.count > limits.languages {
            problems.add(
                file: folder.reported(""),
                "It has \(folders.count) languages; \(limits.languages) are read.",
                remedy: "Leave the others out."
            )
        }
        var translations: [String: String] = [:]
        for project in folders.prefix(limits.languages) {
            let language = String(project.dropLast(6)).replacing("_", with: "-")
            guard language != "Base", BundleNames.isLanguage(language) else { continue }
            for (file, keys) in sources where translations[language] == nil {
                let place = "\(project)/\(file)"
                guard let bytes = folder.read(place, limit: limits.fileBytes, &problems) else { continue }
                do {
                    let strings = try StringsFile.parse(bytes)
                    let text = keys.lazy.compactMap { strings[$0] }.first
                    guard let text, !text.isEmpty, isAccepted(text) else { continue }
                    translations[language] = text
                } catch {
                    problems.add(
                        file: folder.reported(place),
                        "Line \(error.line): \(error.message)",
                        remedy: "Write each line as \"key\" = \"value\";"
                    )
                }
            }
        }
        return translations
    }

    func readExecutable(
        _ info: PropertyListTable,
        in folder: BundleFolder,
        _ problems: inout BundleProblems
    ) -> String? {
        let key = "CFBundleExecutable"
        let remedy = "Write the program's path inside \(folder.prefix.isEmpty ? "the bundle" : folder.prefix)."
        guard let name = info.requiredString(key, remedy: remedy, &problems) else { return nil }
        guard BundleNames.isInnerPath(name) else {
            info.report(key, "\"\(name)\" is no path inside the bundle.", remedy: remedy, &problems)
            return nil
        }
        guard folder.has(name) else {
            info.report(
                key,
                "There is no \(folder.reported(name)).",
                remedy: "Build the program or mend the name.",
                &problems
            )
            return nil
        }
        guard let path = folder.resolved(name) else {
            info.report(
                key,
                "\(folder.reported(name)) leads out of the bundle.",
                remedy: "Put the program itself there.",
                &problems
            )
            return nil
        }
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            info.report(key, "\(folder.reported(name)) is not a file.", remedy: remedy, &problems)
            return nil
        }
        guard information.st_mode & S_IXUSR != 0 else {
            info.report(
                key,
                "\(folder.reported(name)) is not executable.",
                remedy: "Run `chmod +x` on it.",
                &problems
            )
            return nil
        }
        return name
    }

    func readHosts(_ info: PropertyListTable, _ problems: inout BundleProblems) -> [String] {
        let key = "TodayAllowedHosts"
        var hosts: [String] = []
        for text in info.strings(key, &problems) {
            guard let host = AllowedHostSyntax.normalized(text) else {
                info.report(
                    key,
                    "\"\(text)\" is no host.",
                    remedy: "Write a name such as api.example.com, or with a port api.example.com:8443; no scheme, "
                        + "path or wildcard.",
                    &problems
                )
                continue
            }
            if !hosts.contains(host) { hosts.append(host) }
        }
        return hosts
    }
}
