import TodayProtocol

/// Reads Share and Action extensions: their rule says what their own program takes, or what the app's takes if a Share
/// extension has no program.
extension BundleReader {
    private static let attributes = "NSExtensionAttributes"
    private static let rule = "NSExtensionActivationRule"
    private static let text = "NSExtensionActivationSupportsText"
    private static let urls = "NSExtensionActivationSupportsWebURLWithMaxCount"
    private static let images = "NSExtensionActivationSupportsImageWithMaxCount"

    /// Whether an extension is a Share extension whose content the app's own program gets.
    func hasShareRule(_ info: PropertyListTable, _ table: PropertyListTable, _ identifier: String) -> Bool {
        ExtensionPoint(identifier: identifier) == .share && info.values["CFBundleExecutable"] == nil
            && table.values[Self.attributes] != nil
    }

    /// Whether an extension is a Share or Action extension with a program that Today can run; which of them.
    ///
    /// One that is made for iOS has a storyboard, or a rule that is a predicate or missing.
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

    /// Reads what a Share extension takes; `nil` if a problem was added.
    func readShareRule(_ table: PropertyListTable, _ problems: inout BundleProblems) -> ShareRule? {
        guard let attributes = table.table(Self.attributes, &problems) else { return nil }
        guard attributes.values[Self.rule] != nil else {
            attributes.report(Self.rule, "It is missing.", remedy: Self.remedy, &problems)
            return nil
        }
        guard let table = attributes.table(Self.rule, &problems) else { return nil }
        let isValid = [
            isCount(Self.urls, table, &problems), isCount(Self.images, table, &problems),
        ]
        let rule = ShareRule(
            takesText: table.bool(Self.text, &problems),
            urls: count(Self.urls, table, atMost: SharedContent.urlLimit),
            images: count(Self.images, table, atMost: SharedContent.imageLimit)
        )
        guard isValid.allSatisfy(\.self) else { return nil }
        for key in table.values.keys.sorted() where ![Self.text, Self.urls, Self.images].contains(key) {
            problems.noteUnsupported(file: table.file, key: table.reported(key))
        }
        guard rule.takesText || rule.urls > 0 || rule.images > 0 else {
            attributes.report(Self.rule, "It takes nothing.", remedy: Self.remedy, &problems)
            return nil
        }
        return rule
    }

    private static let remedy = """
        Write a dictionary with one or more of \(text) (a boolean), \(urls) and \(images) (how many).
        """

    /// Whether a value is missing or a number that is not negative; if not, a problem was added.
    private func isCount(_ key: String, _ table: PropertyListTable, _ problems: inout BundleProblems) -> Bool {
        guard let value = table.values[key] else { return true }
        if case .integer(let number) = value, number >= 0 { return true }
        table.report(
            key,
            "It is no number of things.",
            remedy: "Write `<integer>…</integer>`, 1 or more.",
            &problems
        )
        return false
    }

    private func count(_ key: String, _ table: PropertyListTable, atMost limit: Int) -> Int {
        guard case .integer(let number)? = table.values[key] else { return 0 }
        return min(max(Int(clamping: number), 0), limit)
    }
}
