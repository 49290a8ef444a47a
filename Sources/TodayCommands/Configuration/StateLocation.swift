/// Where a command finds the state and the configuration.
package struct StateLocation: Hashable, Sendable {
    /// The absolute path of the state folder.
    package var stateDirectory: String
    /// The absolute path of the configuration; the file need not be there.
    package var configurationFile: String

    /// Finds both.
    ///
    /// The state is in `--state`, or else in `$XDG_DATA_HOME/today`, or else in `~/.local/share/today`. The configuration
    /// is `config.json` inside `--state`, or else in `$XDG_CONFIG_HOME/today`, or else in `~/.config/today`. As the XDG
    /// specification has it, a variable that holds no absolute path counts as not set.
    ///
    /// - Parameters:
    ///   - option: What `--state` said.
    ///   - context: The process.
    /// - Throws: ``CommandError`` if neither the option nor the environment tells.
    package init(option: String?, context: CommandContext) throws(CommandError) {
        if let option {
            stateDirectory = context.absolutePath(option)
            configurationFile = "\(stateDirectory)/config.json"
            return
        }
        stateDirectory = try Self.folder("XDG_DATA_HOME", home: ".local/share", context) + "/today"
        configurationFile = try Self.folder("XDG_CONFIG_HOME", home: ".config", context) + "/today/config.json"
    }

    private static func folder(
        _ variable: String,
        home: String,
        _ context: CommandContext
    ) throws(CommandError) -> String {
        if let path = context.environment[variable], path.hasPrefix("/") { return context.absolutePath(path) }
        guard let path = context.environment["HOME"], path.hasPrefix("/") else {
            throw CommandError("There is no home folder: set HOME or \(variable), or name a folder with --state.")
        }
        return context.absolutePath("\(path)/\(home)")
    }
}
