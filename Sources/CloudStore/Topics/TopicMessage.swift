package import FoundationEssentials

/// A message of a topic, as its subscribers get it.
package struct TopicMessage: Hashable, Sendable {
    /// Its id, letters and digits.
    package var id: String
    /// The topic's name.
    package var topic: String
    /// What it is the latest state of; its own id unless its sender says otherwise.
    package var sequenceID: String
    /// When it is published, in whole seconds.
    package var time: Date
    /// From when on it is not kept any more.
    package var expires: Date
    /// The JSON object that subscribers get, on one line; the store does not read it.
    package var body: String

    /// Describes a message.
    package init(id: String, topic: String, sequenceID: String, time: Date, expires: Date, body: String) {
        self.id = id
        self.topic = topic
        self.sequenceID = sequenceID
        self.time = time
        self.expires = expires
        self.body = body
    }
}

/// A message of a topic that was published.
package struct PublishedMessage: Hashable, Sendable {
    /// Its place among all that are kept: later ones are greater; none if it is not kept.
    package let number: Int64?
    /// The message.
    package let message: TopicMessage
}
