import Crypto
import JSON
package import ProcessHost
package import TodayProtocol

/// What a person reads before an app is installed, and agrees to or not: one value, whatever surface shows it.
package struct ConsentSheet: Codable, Hashable, Sendable {
    /// A right that the bundle asks for.
    package struct Right: Codable, Hashable, Sendable {
        /// Names the right among those of the app, such as `group:group.com.example.weather`.
        package var identifier: String
        /// What the app may do then, in one sentence.
        package var sentence: String
        /// The same sentence with the name of the app or widget in other languages, by tag.
        package var translations: [String: String]
        /// What the app says it needs the right for; `nil` if it says nothing.
        package var purpose: LocalizedName?
        /// Whether the installed version does not ask for it; true of all if the app is not installed.
        package var isNew: Bool

        /// Describes a right.
        package init(
            identifier: String,
            sentence: String,
            translations: [String: String] = [:],
            purpose: LocalizedName? = nil,
            isNew: Bool = true
        ) {
            self.identifier = identifier
            self.sentence = sentence
            self.translations = translations
            self.purpose = purpose
            self.isNew = isNew
        }

        /// The sentence in English, with the names that the app and its widgets have in a language.
        package func sentence(in language: String) -> String {
            LocalizedName(sentence, translations: translations).text(in: language)
        }

        /// What the app says it needs the right for, in a language.
        package func purpose(in language: String) -> String? { purpose?.text(in: language) }

        /// The sentence, and what the app says about it.
        var request: String { purpose.map { "\(sentence) The app says: “\($0.fallback)”" } ?? sentence }
    }

    /// An installed app that a bundle from elsewhere takes the place of, with its rights and its data.
    package struct Replacement: Codable, Hashable, Sendable {
        /// A group whose data the bundle will read.
        package struct Group: Codable, Hashable, Sendable {
            /// The group's name.
            package var name: String
            /// The names of the other installed apps that use it.
            package var others: [String]

            /// Describes a group.
            package init(name: String, others: [String] = []) {
                self.name = name
                self.others = others
            }
        }

        /// The installed app's name.
        package var title: String
        /// The installed version.
        package var version: String
        /// The path that it was installed from; `nil` if that was an upload or is not known.
        package var source: String?
        /// The groups that both the installed app and the bundle use.
        package var groups: [Group]

        /// Describes the installed app.
        package init(title: String, version: String, source: String? = nil, groups: [Group] = []) {
            self.title = title
            self.version = version
            self.source = source
            self.groups = groups
        }
    }

    package var app: AppID
    /// Its name.
    package var title: String
    /// Its name in other languages, by tag.
    package var translations: [String: String]
    /// The version to install.
    package var version: String
    /// The version that it replaces; `nil` if the app is not installed.
    package var installedVersion: String?
    /// Everything that the bundle asks for, the weightiest first.
    package var rights: [Right]
    /// What the bundle replaces; `nil` if the app is not installed, was installed from the same path, or has the same signer.
    package var replacement: Replacement?
    /// Who signed the bundle; `nil` if it is not signed.
    package var signature: Signature?
    /// The fingerprint of another signer, whose app of the same identifier was removed and left data that the bundle gets.
    package var formerSigner: String?
    /// What of it belongs to another app, a sentence each; empty most often.
    package var conflicts: [String]
    /// What of the bundle does not run or has no effect, a sentence each; empty most often.
    package var unsupported: [String]
    /// Stands for the app and all that is shown, in ``InstallConsent/to(digest:)``.
    package private(set) var digest: String

    /// Makes a sheet.
    package init(
        app: AppID,
        title: String,
        translations: [String: String] = [:],
        version: String,
        installedVersion: String? = nil,
        rights: [Right],
        replacement: Replacement? = nil,
        signature: Signature? = nil,
        formerSigner: String? = nil,
        conflicts: [String] = [],
        unsupported: [String] = []
    ) {
        self.app = app
        self.title = title
        self.translations = translations
        self.version = version
        self.installedVersion = installedVersion
        self.rights = rights
        self.replacement = replacement
        self.signature = signature
        self.formerSigner = formerSigner
        self.conflicts = conflicts
        self.unsupported = unsupported
        digest = ""
        digest = ConsentDigest.digest(
            app: app,
            requests: rights.map { ($0.isNew ? "new " : "old ") + $0.request } + unsupported + [signatureSentence]
                + replaced.map { "replaces " + $0 },
            conflicts: conflicts
        )
    }

    /// The app's name in a language.
    package func title(in language: String) -> String {
        LocalizedName(title, translations: translations).text(in: language)
    }

    /// The line above ``replaced``.
    package var replacementIntroduction: String {
        replacement == nil ? "This takes the place of a removed app:" : "This takes the place of an installed app:"
    }

    /// What the bundle replaces and whose data it will read, a sentence each; empty unless it replaces an app of elsewhere.
    package var replaced: [String] {
        (replacement?.sentences(for: app) ?? []) + (formerSigner.map { [Self.sentence(ofFormer: $0)] } ?? [])
    }

    private static func sentence(ofFormer signer: String) -> String {
        "It gets the data that you kept of a removed app with this identifier, signed by \(signer)."
    }

    /// The sentences of the rights that the person is asked for: of an update, only those that are new.
    package var requests: [String] { rights.filter(\.isNew).map(\.request) }

    /// The line above ``requests``, which ends with a colon unless there are none.
    package var introduction: String {
        guard installedVersion != nil else { return "\(title) asks for this:" }
        return requests.isEmpty
            ? "\(title) asks for no new rights." : "\(title) now asks for this too:"
    }

    /// The line above ``conflicts``.
    package var conflictsIntroduction: String { "This belongs to another app:" }

    /// The question that the person answers.
    package var question: String {
        guard let installedVersion else { return "Install \(title)?" }
        return installedVersion == version
            ? "Replace \(title) \(version)?" : "Replace \(title) \(installedVersion) with \(version)?"
    }
}

extension ConsentSheet.Replacement {
    /// What is replaced and whose data the bundle will read, a sentence each.
    func sentences(for app: AppID) -> [String] {
        let name = "\(title) \(version) (\(app))"
        let place = source ?? "elsewhere"
        return ["\(name), installed from \(place). The bundle gets its rights and its data."]
            + groups.map { group in
                let users = group.others.joined(separator: ", ")
                return users.isEmpty
                    ? "It will read the data of \(group.name)."
                    : "It will read the data of \(group.name), which \(users) uses too."
            }
    }
}

/// What came of an installation.
package enum InstallOutcome: Codable, Hashable, Sendable {
    /// The app is installed.
    ///
    /// - Parameter app: The app as it is now.
    case installed(app: AppDescription)
    /// The person has to agree first; nothing was changed.
    ///
    /// - Parameter sheet: What to show to the person.
    case consentNeeded(sheet: ConsentSheet)

    private enum CodingKeys: String, CodingKey { case installed, consentNeeded }
    private enum InstalledCodingKeys: String, CodingKey { case app }
    private enum ConsentNeededCodingKeys: String, CodingKey { case sheet }
}

/// What a person agreed to before an installation.
package enum InstallConsent: Codable, Hashable, Sendable {
    /// Nothing yet: only asks what the bundle asks for.
    case none
    /// What was shown to the person, and nothing else.
    ///
    /// - Parameter digest: ``ConsentSheet/digest``.
    case to(digest: String)
    /// Everything that the bundle asks for, unseen, but not that it replaces an app that was installed from elsewhere.
    case everything
    /// Everything that the bundle asks for, unseen, and that it replaces an installed app.
    case replacing

    private enum CodingKeys: String, CodingKey { case none, to, everything, replacing }
    private enum ToCodingKeys: String, CodingKey { case digest }

    /// Whether this agrees to all that a sheet shows.
    package func covers(_ sheet: ConsentSheet) -> Bool {
        switch self {
        case .none: false
        case .to(let agreed): agreed == sheet.digest
        case .everything: sheet.replaced.isEmpty
        case .replacing: true
        }
    }
}

/// A fingerprint of all that a person is asked to agree to.
package enum ConsentDigest {
    /// The SHA-256 of an app's identifier, what it asks for and what of it another app owns, in hexadecimal.
    ///
    /// The order of the sentences does not matter. Each text goes in with its length, so no two questions are alike.
    package static func digest(app: AppID, requests: [String], conflicts: [String]) -> String {
        var hash = SHA256()
        for texts in [[app.rawValue], requests.sorted(), conflicts.sorted()] {
            hash.update(data: Array("\(texts.count);".utf8))
            for text in texts { hash.update(data: Array("\(text.utf8.count):\(text)".utf8)) }
        }
        return hash.finalize().hexadecimalDigits
    }
}
