package import CloudStore
import Foundation
package import JSON

/// The rules about topics, and the tokens without their secrets.
package struct CloudAccessReport: Report {
    /// The rules.
    package var rules: [TopicRule]
    /// The tokens.
    package var tokens: [TopicToken]

    /// Reports rules and tokens.
    package init(rules: [TopicRule], tokens: [TopicToken]) {
        self.rules = rules
        self.tokens = tokens
    }

    /// A line for each rule, and one for each token.
    package var text: String {
        var parts: [String] = []
        if rules.isEmpty {
            parts.append("There are no rules. Make one with: today cloud access set NAME TOPIC RIGHTS")
        } else {
            var table = TextTable("NAME", "TOPIC", "RIGHTS")
            for rule in rules {
                table.add(AccessName.shown(rule.who), rule.pattern, rule.rights.rawValue)
            }
            parts.append(table.text)
        }
        if !tokens.isEmpty {
            var table = TextTable("TOKEN OF", "LABEL", "ENDS")
            for token in tokens {
                table.add(
                    token.name,
                    token.label,
                    token.expires?.formatted(.iso8601) ?? "never"
                )
            }
            parts.append(table.text)
        }
        return parts.joined(separator: "\n\n")
    }

    /// An object with `rules` (`name`, `topic`, `rights`) and `tokens` (`name`, `label`, `expires`).
    package var json: JSONValue {
        let rules = rules.map { rule in
            [
                "name": .string(AccessName.shown(rule.who)), "topic": .string(rule.pattern),
                "rights": .string(rule.rights.rawValue),
            ] as JSONValue
        }
        let tokens = tokens.map { token in
            [
                "name": .string(token.name), "label": .string(token.label),
                "expires": token.expires.map { .string($0.formatted(.iso8601)) } ?? .null,
            ] as JSONValue
        }
        return ["rules": .array(rules), "tokens": .array(tokens)]
    }
}
