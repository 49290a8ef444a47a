import Testing

/// Runs the tests, which are all of Swift Testing.
///
/// The name of this file tells the package manager not to look for those of XCTest, for which it would have the compiler
/// write an index of every file: a fifth of its time.
@main
struct TestRunner {
    static func main() async {
        // The package manager also asks for those of XCTest, without this argument.
        guard CommandLine.arguments.contains("swift-testing") else { return }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
