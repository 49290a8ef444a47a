/// What is spawned for a process: a program, its arguments and its whole environment.
package struct LaunchCommand: Hashable, Sendable {
    /// The program's absolute path.
    package var executable: String
    /// The arguments after the program's name.
    package var arguments: [String]
    /// The environment; nothing is inherited.
    package var environment: [String: String]
    /// The folder to start in, if it is not the sandbox that changes to it.
    package var workingDirectory: String?
    /// The process's folders as it sees them.
    package var paths: ProcessPaths
}
