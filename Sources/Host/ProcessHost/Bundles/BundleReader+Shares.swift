import TodayProtocol

/// Reads Share and Action extensions, whose rule lists the content that their own program accepts, or that the app's
/// program accepts if a Share extension has none.
extension BundleReader {
    private static let attributes = "NSExtensionAttributes"
    private static let rule = "NSExtensionActivationRule"
    private static let text = "NSExtensionActivationSupportsText"
    private static let urls = "NSExtensionActivationSupportsWebURLWithMaxCount"
    private static let images = "NSExtensionActivationSupportsImageWithMaxCount"

    /// Returns `true` for a Share extension without a program, whose content is handed to the app's own program.
    func hasShareRule(_ info: PropertyListTable, _ table: PropertyListTable, _ identifier: String) -> Bool {
        ExtensionPoint(identifier: identifier) == .share && info.values["CFBundleExecutable"] == nil
            && table.values[Self.attributes] != nil
    }

    /// Returns the extension point of a Share or Action extension with a program that Today can run; `nil` for others.
    ///
    /// An extension made for iOS has a storyboard, or a rule that is missing or is a predicate.
    func programPoint(
        _ info: PropertyListTable,
        _ table: PropertyListTable,
        _ identifier: String
    ) -> ShareExtensionPoint? {
        guard info.values["CFBundleExecutable"] != nil, table.values["NSExtensionMainStoryboard"] == nil,
            case .dictionary(let attributes)? = table.values[Self.attributes],
            case .dictionary? = attributes[Self.rule]
        else { return nil }
        return switch ExtensionPoint(identifier: identifier) {
        case .share: .share
        case .action: .action
        default: nil
        }
    }

    /// Reads the rule for the content that a Share extension accepts; `nil` if a problem was added.
    func readShareRule(_ table: PropertyListTable) -> ShareRule? {
        guard let attributes = table.table(Self.attributes) else { return nil }
        attributes.noteUnsupportedInfoKeys()
        guard attributes.values[Self.rule] != nil else {
            return attributes.refuse(Self.rule, "It is missing.", remedy: Self.remedy)
        }
        guard let table = attributes.table(Self.rule) else { return nil }
        let urls = count(Self.urls, table, atMost: SharedContent.urlLimit)
        let images = count(Self.images, table, atMost: SharedContent.imageLimit)
        let takesText = table.bool(Self.text)
        guard let urls, let images else { return nil }
        let rule = ShareRule(takesText: takesText, urls: urls, images: images)
        for key in table.values.keys.sorted() where ![Self.text, Self.urls, Self.images].contains(key) {
            table.problems.noteUnsupported(file: table.file, key: table.reported(key))
        }
        guard rule.takesText || rule.urls > 0 || rule.images > 0 else {
            return attributes.refuse(Self.rule, "It takes nothing.", remedy: Self.remedy)
        }
        return rule
    }

    private static let remedy = """
        Write a dictionary with one or more of \(text) (a boolean), \(urls) and \(images) (how many).
        """

    /// Returns a number, and 0 for a missing one; `nil` if it is not a non-negative number, which is reported.
    private func count(_ key: String, _ table: PropertyListTable, atMost limit: Int) -> Int? {
        guard let value = table.values[key] else { return 0 }
        if case .integer(let number) = value, number >= 0 { return min(number, limit) }
        return table.refuse(key, "It is no number of things.", remedy: "Write `<integer>…</integer>`, 1 or more.")
    }
}
