import HostModel
import HostStorage
import SQLiteSupport
import WebPush

/// The file with the VAPID key, by which the host identifies itself to push services.
///
/// It is `push.key` in the state folder: 32 bytes with mode 0600, created when the first browser asks for the key.
/// Subscriptions are bound to the key, so a copy of the database alone does not suffice to send to them.
enum VAPIDKeyFile {
    static let name = "push.key"

    /// Reads the key; creates one if there is none.
    static func key(in folder: String) throws(HostError) -> VAPIDKey {
        let path = "\(folder)/\(name)"
        do throws(StoreError) {
            guard let bytes = try PrivateFile<StoreError>.read(path, limit: 64) else {
                let key = VAPIDKey()
                try PrivateFile<StoreError>.replace(path, with: key.rawRepresentation)
                return key
            }
            guard let key = try? VAPIDKey(rawRepresentation: bytes) else {
                throw StoreError(.unavailable, "The key of pushes, \(path), is damaged; move it away to get a new one.")
            }
            return key
        } catch {
            throw HostError(.stateUnavailable, error.text, cause: error)
        }
    }
}
