package import ArgumentParser

/// A command that does something, as all but those that only hold others.
package protocol ContextCommand: AsyncParsableCommand {
    /// Does what the arguments say.
    ///
    /// The result goes to standard output and everything else to standard error, both by way of the context.
    ///
    /// - Throws: ``CommandError``, or an error of the argument parser's.
    func run(in context: CommandContext) async throws
}

extension ContextCommand {
    /// Runs the command in this process.
    package mutating func run() async throws { try await run(in: .process()) }
}
