/// One script made of a module and those that it imports, directly or through others.
///
/// A page thus loads one file instead of fifty. The statements of the modules stand in one scope, in the order in which a
/// browser would evaluate the modules, so no two of them may declare the same name at their top level.
struct ScriptBundle {
    /// Text of the script, without comments and indentation.
    private(set) var text = ""
    /// Names of the files that are part of it, in their order.
    private(set) var files: [String] = []
    private var visited: Set<String> = []

    /// Makes the bundle of a module.
    ///
    /// - Parameters:
    ///   - entry: The file name of the module.
    ///   - modules: The text of each module, by file name. All imports are lines at the beginning of a module, such as
    ///     `import { find } from "./dom.js";`, and exports are declarations.
    init(of entry: String, from modules: [String: String]) { add(entry, from: modules) }

    private mutating func add(_ file: String, from modules: [String: String]) {
        // Modules may import each other in a circle, and then the first stands after the last.
        guard visited.insert(file).inserted else { return }
        guard let module = modules[file] else { preconditionFailure("Assets.c does not embed \(file)") }
        // In bytes, which takes a tenth of the time: the host does this when it starts.
        for line in module.utf8.split(separator: UInt8(ascii: "\n")) {
            let statement = line.drop { $0 == UInt8(ascii: " ") }
            // No line but those of comments begins so.
            if ["//", "/*", "*"].contains(where: { statement.starts(with: $0.utf8) }) { continue }
            if statement.starts(with: "import ".utf8) {
                let path = Substring(statement).split(separator: "\"")[1]
                add(String(path.dropFirst("./".count)), from: modules)
            } else {
                let isExported = statement.starts(with: "export ".utf8)
                text += Substring(isExported ? statement.dropFirst("export ".count) : statement)
                text += "\n"
            }
        }
        files.append(file)
    }
}
