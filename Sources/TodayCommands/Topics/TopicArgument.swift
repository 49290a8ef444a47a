import ArgumentParser

/// A topic's name as an argument.
package enum TopicArgument {
    /// Reads the text of an argument: 1 to 64 of `A-Za-z0-9_-`, as ntfy has it.
    ///
    /// - Throws: A sentence that says what a name looks like.
    package static func name(_ text: String) throws -> String {
        guard text.wholeMatch(of: /[A-Za-z0-9_-]{1,64}/) != nil else {
            throw ValidationError("a topic's name has 1 to 64 letters, digits, - and _")
        }
        return text
    }
}
