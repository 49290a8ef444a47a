import Glibc
import HostModel
import TodayProtocol

extension BundleReader {
    func readTable(_ name: String, in folder: BundleFolder, required: Bool) -> PropertyListTable? {
        guard let bytes = folder.read(name, limit: limits.fileBytes) else {
            if required, !folder.has(name) {
                folder.report(name, "It is missing.", remedy: "Every bundle has an \(name); put one there.")
            }
            return nil
        }
        do {
            let values = try PropertyListFile.parse(bytes, depth: limits.propertyListDepth)
            return PropertyListTable(file: folder.reported(name), prefix: "", values: values, problems: folder.problems)
        } catch {
            folder.report(name, error.message, remedy: error.remedy)
            return nil
        }
    }

    func readIdentifier(_ info: PropertyListTable) -> AppID? {
        let key = "CFBundleIdentifier"
        let remedy = "Write a reverse-DNS name of letters, digits, hyphens and dots, such as com.example.Weather."
        guard let text = info.requiredString(key, remedy: remedy) else { return nil }
        guard BundleNames.isBundleIdentifier(text) else {
            return info.refuse(key, "\"\(text)\" is no bundle identifier.", remedy: remedy)
        }
        guard !BundleNames.reservedIdentifiers.contains(text.lowercased()) else {
            return info.refuse(key, "\"\(text)\" is an identifier of Today itself.", remedy: "Choose one of your own.")
        }
        return AppID(text)
    }

    func readVersion(_ info: PropertyListTable) -> String? {
        let key = "CFBundleShortVersionString"
        guard let text = info.string(key) else { return nil }
        guard BundleNames.isFolderSafe(text), text.utf8.count <= 32 else {
            let remedy = "Use numbers and dots, such as 1.0.2, at most 32 characters."
            return info.refuse(key, "\"\(text)\" is no version.", remedy: remedy)
        }
        return text
    }

    func readName(_ info: PropertyListTable, in folder: BundleFolder) -> LocalizedName? {
        let key =
            info.values["CFBundleDisplayName"] == nil && info.values["CFBundleName"] != nil
            ? "CFBundleName" : "CFBundleDisplayName"
        guard let text = info.requiredString(key, remedy: "Write the name that people see.") else { return nil }
        guard BundleNames.isName(text) else {
            let remedy = "Use at most 100 characters, none of them invisible or a control character."
            return info.refuse(key, "It is no name that people can see on one line.", remedy: remedy)
        }
        let sources = [
            ("InfoPlist.strings", ["CFBundleDisplayName", "CFBundleName"]),
            ("Localizable.strings", ["CFBundleDisplayName", text]),
        ]
        let translations = readTranslations(sources, in: folder) { BundleNames.isName($0) }
        return LocalizedName(text, translations: translations)
    }

    static let locationPurposeKey = "NSLocationWhenInUseUsageDescription"

    /// Reads the purpose for which an app needs the location, which is required of an app that requests it.
    func readLocationPurpose(_ info: PropertyListTable, in folder: BundleFolder) -> LocalizedName? {
        let key = Self.locationPurposeKey
        let remedy = "Write what the app needs the location for, on one line of at most 300 characters."
        guard let text = info.requiredString(key, remedy: remedy) else { return nil }
        guard BundleNames.isTitle(text, limit: 300) else {
            return info.refuse(key, "It is no sentence on one line.", remedy: remedy)
        }
        let translations = readTranslations([("InfoPlist.strings", [key])], in: folder) {
            BundleNames.isTitle($0, limit: 300)
        }
        return LocalizedName(text, translations: translations)
    }

    /// Reads a text in every language of the bundle, without translations that are not accepted.
    ///
    /// The sources are the files of a language, with the keys of the text in each, in order of preference.
    private func readTranslations(
        _ sources: [(file: String, keys: [String])],
        in folder: BundleFolder,
        isAccepted: (String) -> Bool
    ) -> [String: String] {
        let folders = folder.folders(in: "", suffix: ".lproj")
        if folders.count > limits.languages {
            let message = "It has \(folders.count) languages; \(limits.languages) are read."
            folder.report("", message, remedy: "Leave the others out.")
        }
        var translations: [String: String] = [:]
        for project in folders.prefix(limits.languages) {
            let language = String(project.dropLast(6)).replacing("_", with: "-")
            guard language != "Base", BundleNames.isLanguage(language) else { continue }
            for (file, keys) in sources where translations[language] == nil {
                let place = "\(project)/\(file)"
                guard let bytes = folder.read(place, limit: limits.fileBytes) else { continue }
                do {
                    let strings = try StringsFile.parse(bytes)
                    let text = keys.lazy.compactMap { strings[$0] }.first
                    guard let text, !text.isEmpty, isAccepted(text) else { continue }
                    translations[language] = text
                } catch {
                    let remedy = "Write each line as \"key\" = \"value\";"
                    folder.report(place, "Line \(error.line): \(error.message)", remedy: remedy)
                }
            }
        }
        return translations
    }

    func readExecutable(_ info: PropertyListTable, in folder: BundleFolder) -> String? {
        let key = "CFBundleExecutable"
        let remedy = "Write the program's path inside \(folder.prefix.isEmpty ? "the bundle" : folder.prefix)."
        guard let name = info.requiredString(key, remedy: remedy) else { return nil }
        guard BundleNames.isInnerPath(name) else {
            return info.refuse(key, "\"\(name)\" is no path inside the bundle.", remedy: remedy)
        }
        let file = folder.reported(name)
        guard folder.has(name) else {
            return info.refuse(key, "There is no \(file).", remedy: "Build the program or mend the name.")
        }
        guard let path = folder.resolved(name) else {
            return info.refuse(key, "\(file) leads out of the bundle.", remedy: "Put the program itself there.")
        }
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            return info.refuse(key, "\(file) is not a file.", remedy: remedy)
        }
        guard information.st_mode & S_IXUSR != 0 else {
            return info.refuse(key, "\(file) is not executable.", remedy: "Run `chmod +x` on it.")
        }
        return name
    }

    func readHosts(_ info: PropertyListTable) -> [String] {
        let key = "TodayAllowedHosts"
        var hosts: [String] = []
        for text in info.strings(key) {
            guard let host = AllowedHostSyntax.normalized(text) else {
                let remedy = """
                    Write a name such as api.example.com, or with a port api.example.com:8443; no scheme, path or \
                    wildcard.
                    """
                info.report(key, "\"\(text)\" is no host.", remedy: remedy)
                continue
            }
            if !hosts.contains(host) { hosts.append(host) }
        }
        return hosts
    }
}
