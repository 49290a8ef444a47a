import GRDB
import SQLiteSupport
package import TodayProtocol

extension DurableReader {
    /// Reads the fingerprint of the key with which an app's bundle is signed.
    ///
    /// The signer of a removed app is known for as long as data of the app is kept.
    ///
    /// - Returns: The fingerprint; `nil` if the bundle is not signed, or if the app was never installed or left no
    ///   data.
    package func signer(of app: AppID) throws -> String? {
        try database.row("SELECT signer FROM appSigner WHERE appID = ?", [app.rawValue]).map { $0[0] }
    }
}

/// The table of the signers of apps, with a row for each app with a signed bundle.
///
/// It does not reference `app`: the signer of a removed app protects its kept data from a bundle of another signer.
enum AppSignerTable {
    static let schema = """
        CREATE TABLE appSigner (appID TEXT NOT NULL PRIMARY KEY, signer TEXT NOT NULL) STRICT;
        """

    /// Stores the signer of an app during its installation.
    ///
    /// - Throws: ``StoreError`` with code `claimed` if the installed version has another signer, or if the person has
    ///   not agreed that this app inherits data of an app with another signer.
    static func update(_ installation: Installation, in context: TransactionContext) throws {
        let app = installation.app
        if let former = try context.reader.signer(of: app.id), former != app.signer {
            guard try context.reader.app(app.id) == nil, installation.inherits == former else {
                throw StoreError(.claimed, "\(app.id) is signed by \(former), and only that signer may replace it.")
            }
        }
        if let signer = app.signer {
            try context.run(
                "INSERT INTO appSigner (appID, signer) VALUES (?, ?) ON CONFLICT (appID) DO UPDATE SET signer = excluded.signer",
                [app.id.rawValue, signer]
            )
        } else {
            try context.run("DELETE FROM appSigner WHERE appID = ?", [app.id.rawValue])
        }
    }

    /// Deletes the signer of a removed app, unless the app still owns names with kept data.
    static func release(_ app: AppID, in context: TransactionContext) throws {
        try context.run(
            "DELETE FROM appSigner WHERE appID = ?1 AND NOT EXISTS (SELECT 1 FROM claim WHERE appID = ?1)",
            [app.rawValue]
        )
    }
}
