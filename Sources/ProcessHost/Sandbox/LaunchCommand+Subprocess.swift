import Subprocess

extension LaunchCommand {
    /// The environment as Subprocess takes it.
    var subprocessEnvironment: [Environment.Key: String] {
        Dictionary(
            uniqueKeysWithValues: environment.compactMap { name, value in
                Environment.Key(rawValue: name).map { ($0, value) }
            }
        )
    }
}
