import CardRendering
import MarkupAudit

extension HTMLAudit {
    /// Returns the classes without a rule, and the rules without a use.
    func unmatched(_ rules: [StyleRule]) -> Set<String> {
        let free = classes.filter { name in name.contains { $0.isNumber } }
        let ruled = Set(rules.map(\.className))
        return free.subtracting(ruled).union(ruled.subtracting(classes))
    }
}

extension [StyleRule] {
    /// The rules as CSS: each once, in the order of first use.
    var css: String {
        var seen: Set<StyleRule> = []
        var text = ""
        for rule in self where seen.insert(rule).inserted { text += ".\(rule.className){\(rule.declarations)}\n" }
        return text
    }
}
