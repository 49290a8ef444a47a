import Foundation
import TodayCommands

/// The program `today`.
@main
enum Main {
    static func main() async {
        let status = await CommandLineProgram.run(Array(CommandLine.arguments.dropFirst()), in: .process())
        exit(status.rawValue)
    }
}
