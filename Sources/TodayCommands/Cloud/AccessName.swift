import ArgumentParser
import Cloud
import CloudStore

/// Whom a rule about topics is about, as the command line says it.
enum AccessName {
    /// The word for everybody.
    static let everyone = "everyone"

    /// The store's word for a name.
    static func stored(_ name: String) -> String { name == everyone ? TopicRule.everyone : name }

    /// The command line's word for a name.
    static func shown(_ name: String) -> String { name == TopicRule.everyone ? everyone : name }

    /// Refuses what can be no name.
    static func check(_ name: String) throws {
        let isName =
            (1...Cloud.nameLimit).contains(name.utf8.count) && name != TopicRule.everyone
            && !name.contains(":") && !name.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
        guard isName else {
            throw ValidationError("NAME has 1 to \(Cloud.nameLimit) bytes and no colon, or is \"everyone\".")
        }
    }

    /// Refuses what can be no topic with stars.
    static func check(pattern: String) throws {
        guard TopicName.isValid(pattern.replacing("*", with: "_")) else {
            throw ValidationError("TOPIC has 1 to 64 letters, digits, hyphens, underscores and stars.")
        }
    }
}
