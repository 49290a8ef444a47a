import JSONRPC

/// Process to host: sets or removes the app's complication; only apps may call it.
///
/// When it is answered, the complication is on disk, or it belongs to the transaction and is committed with it. It
/// stays until the app changes it or is uninstalled, even if the host restarts. Setting the current value again changes
/// nothing and notifies nobody.
///
/// An app may call it 60 times in ten seconds outside transactions; further calls fail with `limitExceeded`. A
/// complication with a value that ``Complication`` does not allow fails with `invalidParams`, and the message names the
/// value; so does a request without the member `complication`.
package struct ComplicationSetRequest: RPCRequest {
    package static let method = "complication/set"

    /// The complication; `nil`, on the wire `null`, removes it.
    package var complication: Complication?
    package var transaction: Int?

    package init(complication: Complication?, transaction: Int? = nil) {
        self.complication = complication
        self.transaction = transaction
    }

    private enum CodingKeys: String, CodingKey {
        case complication, transaction
    }

    /// Decodes a request, in which `complication` must be there and may be `null`: a misspelt member must not remove the
    /// complication.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        complication = try container.decodeNullable(
            Complication.self,
            forKey: .complication,
            nullMeans: "removes the complication"
        )
        transaction = try container.decodeIfPresent(Int.self, forKey: .transaction)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(complication, forKey: .complication)
        try container.encodeIfPresent(transaction, forKey: .transaction)
    }
}
