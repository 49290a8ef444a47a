import GRDB
package import TodayProtocol

/// Reads promises, all as they were at one moment.
///
/// It is valid only inside the closure that received it. What it reads is told in extensions, one a subject.
package struct PromiseReader {
    let database: Database
    /// The last commit that these reads see; the change feed tells what comes after it.
    package let revision: Revision

    init(database: Database, revision: Revision) {
        self.database = database
        self.revision = revision
    }
}
