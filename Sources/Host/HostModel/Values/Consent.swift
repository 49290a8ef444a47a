import Crypto
import JSON
package import TodayProtocol

/// The information that a person agrees to before an app is installed, the same on every surface.
package struct ConsentSheet: Codable, Hashable, Sendable {
    /// A right that the bundle asks for.
    package struct Right: Codable, Hashable, Sendable {
        /// The right's identifier within the app, such as `group:group.com.example.weather`.
        package var identifier: String
        /// One sentence that says what the right allows.
        package var sentence: LocalizableText
        /// The sentence with the localized name of the app or widget, by language tag.
        package var translations: [String: LocalizableText]
        /// The app's stated reason for the right; `nil` if it gives none.
        package var purpose: LocalizedName?
        /// `true` if the installed version does not ask for the right, or no version is installed.
        package var isNew: Bool

        package init(
            identifier: String,
            sentence: LocalizableText,
            translations: [String: LocalizableText] = [:],
            purpose: LocalizedName? = nil,
            isNew: Bool = true
        ) {
            self.identifier = identifier
            self.sentence = sentence
            self.translations = translations
            self.purpose = purpose
            self.isNew = isNew
        }

        /// Returns the sentence with the names that the app and its widgets have in a language.
        package func sentence(in language: String) -> LocalizableText {
            LocalizedName.translation(in: language, among: translations) ?? sentence
        }

        /// Returns the app's stated reason for the right, in a language.
        package func purpose(in language: String) -> String? { purpose?.text(in: language) }

        var request: String {
            purpose.map { "\(sentence.english) The app says: “\($0.fallback)”" } ?? sentence.english
        }
    }

    /// An installed app that a bundle from another source replaces, taking over its rights and data.
    package struct Replacement: Codable, Hashable, Sendable {
        /// A group whose data the bundle will read.
        package struct Group: Codable, Hashable, Sendable {
            package var name: String
            package var others: [String]

            package init(name: String, others: [String] = []) {
                self.name = name
                self.others = others
            }
        }

        package var title: String
        package var version: String
        /// The path that it was installed from; `nil` if that was an upload or is not known.
        package var source: String?
        package var groups: [Group]

        package init(title: String, version: String, source: String? = nil, groups: [Group] = []) {
            self.title = title
            self.version = version
            self.source = source
            self.groups = groups
        }
    }

    package var app: AppID
    package var title: String
    /// Its name in other languages, by tag.
    package var translations: [String: String]
    package var version: String
    /// The version that it replaces; `nil` if the app is not installed.
    package var installedVersion: String?
    /// All rights that the bundle asks for, the most significant first.
    package var rights: [Right]
    /// The installed app that the bundle replaces; `nil` if there is none, or if its path, signer or content is the
    /// same.
    package var replacement: Replacement?
    /// The bundle's signature; `nil` if it is not signed.
    package var signature: Signature?
    /// The fingerprint of a different signer, whose removed app with this identifier left data that the bundle gets.
    package var formerSigner: String?
    /// One sentence for each claimed name that belongs to another app.
    package var conflicts: [LocalizableText]
    /// One sentence for each part of the bundle that does not run or has no effect.
    package var unsupported: [LocalizableText]
    /// The digest of the app and everything shown, for ``InstallConsent/to(digest:)``.
    package private(set) var digest: String

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
        conflicts: [LocalizableText] = [],
        unsupported: [LocalizableText] = []
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
            requests: rights.map { ($0.isNew ? "new " : "old ") + $0.request }
                + (unsupported + [signatureSentence]).map(\.english)
                + replaced.map { "replaces " + $0.english },
            conflicts: conflicts.map(\.english)
        )
    }

    package func title(in language: String) -> String {
        LocalizedName(title, translations: translations).text(in: language)
    }

    /// The line above ``replaced``.
    package var replacementIntroduction: String {
        replacement == nil ? "This takes the place of a removed app:" : "This takes the place of an installed app:"
    }

    /// Sentences about the app that the bundle replaces and the data that it takes over; empty if there is neither.
    package var replaced: [LocalizableText] {
        (replacement?.sentences(for: app) ?? []) + (formerSigner.map { [.getsDataKeptFrom($0)] } ?? [])
    }

    /// The sentences of the rights that the person is asked for, in English; for an update, only the new ones.
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

/// A digest of everything that a person is asked to agree to.
package enum ConsentDigest {
    /// Returns the SHA-256 of an app's identifier, its requests and its conflicts with other apps, in hexadecimal.
    ///
    /// The order of the texts does not matter, and each is hashed with its length, so that no two questions are alike.
    package static func digest(app: AppID, requests: [String], conflicts: [String]) -> String {
        var hash = SHA256()
        for texts in [[app.rawValue], requests.sorted(), conflicts.sorted()] {
            hash.update(data: Array("\(texts.count);".utf8))
            for text in texts { hash.update(data: Array("\(text.utf8.count):\(text)".utf8)) }
        }
        return hash.finalize().hexadecimalDigits
    }
}

package struct LocalizedName: Codable, Hashable, Sendable {
    /// The name for languages without a translation.
    package var fallback: String
    /// The translations by language tag (BCP 47), such as `de` or `zh-Hans`.
    package var translations: [String: String]

    package init(_ fallback: String, translations: [String: String] = [:]) {
        self.fallback = fallback
        self.translations = translations
    }

    package var all: [String] { [fallback] + translations.sorted { $0.key < $1.key }.map(\.value) }

    /// Returns the name in a language: for `de-CH` that in `de-CH`, or else in `de`, or else ``fallback``.
    package func text(in language: String) -> String {
        Self.translation(in: language, among: translations) ?? fallback
    }

    /// Returns the value for a language among those by language tag; `nil` if there is none.
    package static func translation<Value>(in language: String, among translations: [String: Value]) -> Value? {
        var tag = Substring(language.replacing("_", with: "-"))
        while true {
            let match = translations.first { $0.key.lowercased() == tag.lowercased() }
            if let match { return match.value }
            guard let dash = tag.lastIndex(of: "-") else { return nil }
            tag = tag[..<dash]
        }
    }
}

/// The consent that a person gave to an installation.
package enum InstallConsent: Codable, Hashable, Sendable {
    /// No consent yet; the reply is the sheet.
    case none
    /// Consent to exactly what was shown to the person: ``ConsentSheet/digest``.
    case to(digest: String)
    /// Consent to everything that the bundle asks for, unseen, but not to replacing an app that was installed from
    /// elsewhere.
    case everything
    /// Consent to everything that the bundle asks for, unseen, including replacing an installed app.
    case replacing

    package func covers(_ sheet: ConsentSheet) -> Bool {
        switch self {
        case .none: false
        case .to(let agreed): agreed == sheet.digest
        case .everything: sheet.replaced.isEmpty
        case .replacing: true
        }
    }
}

package enum InstallOutcome: Codable, Hashable, Sendable {
    /// The app as it is now.
    case installed(app: AppDescription)
    /// The person has to agree first to this sheet; nothing was changed.
    case consentNeeded(sheet: ConsentSheet)
}

extension ConsentSheet {
    /// The signer of a bundle, with the other installed apps of the same signer.
    package struct Signature: Codable, Hashable, Sendable {
        package var signer: String
        package var isThatOfInstalled: Bool
        package var others: [String]

        package init(signer: String, isThatOfInstalled: Bool = false, others: [String] = []) {
            self.signer = signer
            self.isThatOfInstalled = isThatOfInstalled
            self.others = others
        }
    }

    package var signatureSentence: LocalizableText {
        guard let signature else { return .bundleNotSigned }
        let signer = signature.signer
        if signature.isThatOfInstalled { return .signedLikeInstalledVersion(signer) }
        let others = signature.others.joined(separator: ", ")
        return others.isEmpty ? .signedByUnknownSigner(signer) : .signedByKnownSigner(signer, apps: others)
    }
}

extension AppRightsDescription {
    package var signatureSentence: LocalizableText {
        guard let signer else { return .bundleNotSigned }
        return .signedBySigner(signer)
    }
}

extension ConsentSheet.Replacement {
    /// Returns sentences about the replaced app and the data that the bundle will read.
    package func sentences(for app: AppID) -> [LocalizableText] {
        let name = "\(title) \(version) (\(app))"
        return [source.map { .replacesAppFrom(name, source: $0) } ?? .replacesAppFromElsewhere(name)]
            + groups.map { group in
                let users = group.others.joined(separator: ", ")
                return users.isEmpty
                    ? .willReadDataOf(group.name) : .willReadSharedData(group.name, app: users)
            }
    }
}
