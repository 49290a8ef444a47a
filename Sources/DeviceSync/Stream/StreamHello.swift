import JSON

/// What a stream says first.
package struct StreamHello: Hashable, Sendable {
    /// The name of the cloud's database, to which sequence numbers belong.
    package var epoch: String
    /// How many seconds there are at most between two signs of life.
    package var heartbeat: Int
    /// The number of the last event that the cloud has made for anybody; none if it does not say.
    package var sequence: Int64?

    /// Describes a greeting.
    package init(epoch: String, heartbeat: Int, sequence: Int64? = nil) {
        self.epoch = epoch
        self.heartbeat = heartbeat
        self.sequence = sequence
    }

    /// Reads the event; none if it is malformed.
    ///
    /// A heartbeat is taken for 1 to 12 seconds whatever is said, so that a dead link is noticed within 30.
    init?(_ event: CloudEvent) {
        guard let json = try? JSONValue(parsing: event.data, depthLimit: 16), let epoch = json["epoch"]?.stringValue,
            (1...512).contains(epoch.utf8.count)
        else { return nil }
        self.init(
            epoch: epoch,
            heartbeat: min(max(json["heartbeat"]?.integerValue ?? 12, 1), 12),
            sequence: json["sequence"]?.integerValue.flatMap { $0 >= 0 ? Int64($0) : nil }
        )
    }

    /// After how much silence the link is dead.
    var patience: Duration { .milliseconds(heartbeat * 2500) }
}
