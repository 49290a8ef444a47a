import AsyncPrimitives
package import CloudStorage
package import NATS

/// The way on which nodes send hints to each other.
///
/// It may lose them, since a node looks at the database anyway.
package struct HintBus: Sendable {
    /// Sends a text to the nodes that listen; it may get lost, and returns `false` if it did for lack of a connection.
    let send: @Sendable (_ text: String) async throws(CloudStoreError) -> Bool
    /// Begins to listen, and returns a closure that ends that; `receive` is called on a thread of the bus.
    let listen: @Sendable (_ receive: @escaping @Sendable (ListenerEvent) -> Void) -> @Sendable () async -> Void
}

extension HintBus {
    /// The bus of the database that the nodes share.
    package static func database(_ store: CloudStore) -> HintBus {
        HintBus { text throws(CloudStoreError) in
            try await store.sendHint(text)
            return true
        } listen: { receive in
            let stop = store.listen(receive)
            return { stop?() }
        }
    }

    /// A cluster of NATS servers, with a subject of the store's own, so that several clouds can use one cluster.
    package static func nats(_ servers: [NATSAddress], of store: CloudStore) throws(NATSError) -> HintBus {
        let channel = try NATSChannel(servers, subject: "today.hints.\(store.epoch)")
        return HintBus { text in
            await channel.send(text)
        } listen: { receive in
            channel.listen(receive)
            return { await channel.close() }
        }
    }
}
