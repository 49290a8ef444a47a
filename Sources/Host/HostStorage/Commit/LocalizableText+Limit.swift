import HostModel
import TodayProtocol

extension LocalizableText {
    /// Returns the text for a column, as English text that is cut if it does not fit into a number of bytes.
    func stored(bytes: Int) -> String {
        let stored = stored
        return stored.utf8.count <= bytes ? stored : english.prefix(utf8Count: bytes)
    }
}
