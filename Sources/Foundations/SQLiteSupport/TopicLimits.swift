/// The limit on topics for clouds and hosts: a host stores as many as its cloud accepts.
package enum TopicLimits {
    /// The largest number of subscriptions of a person, over all of their hosts.
    package static let subscriptions = 1_000
}
