import AppLanguages

/// Why something could not be fetched, in sentences that do not depend on what it is.
public struct FetchSentences: Hashable, Sendable {
    private let language: AppLanguage

    /// Creates the sentences for the language of the surface, a BCP 47 tag.
    public init(_ language: String) { self.language = AppLanguage(language) }

    /// The server cannot be reached, or broke off.
    public var unreachable: String {
        language.choose("The server cannot be reached.", "サーバーに接続できません。", "Der Server ist nicht erreichbar.")
    }
    /// The server did not answer in time.
    public var tooSlow: String {
        language.choose(
            "The server did not answer in time.",
            "サーバーの応答がありません。",
            "Der Server hat nicht rechtzeitig geantwortet."
        )
    }

    /// The server answered with an HTTP status that is no success.
    public func status(_ status: Int) -> String {
        language.choose(
            "The server answered with status \(status).",
            "サーバーがステータス\(status)を返しました。",
            "Der Server hat mit Status \(status) geantwortet."
        )
    }
}
