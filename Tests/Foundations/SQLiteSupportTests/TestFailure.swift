import Foundation
import SQLiteSupport

/// The error of a store that only the tests have.
struct TestFailure: StoreFailure, Equatable {
    enum Code: String, StoreFailureCode { case diskFull, locked, newerSchema, overloaded, closed, unavailable }

    static let ownerName = "The test"

    var code: Code
    var message: String
    var cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        (self.code, self.message, self.cause) = (code, message, cause)
    }

    static func == (left: TestFailure, right: TestFailure) -> Bool {
        left.code == right.code && left.message == right.message
    }
}

/// The mode of a file or a folder.
func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
