import ArgumentParser
package import TodayProtocol

/// A message's id as an argument.
package enum MessageArgument {
    /// How many ids one command takes.
    static let limit = 1000

    /// Reads the text of an argument.
    ///
    /// - Throws: A sentence that says what an id looks like.
    package static func id(_ text: String) throws -> MessageID {
        let id = MessageID(text)
        guard id.isWellFormed else {
            throw ValidationError("a message's id has letters, digits, - and _; today inbox shows it")
        }
        return id
    }
}
