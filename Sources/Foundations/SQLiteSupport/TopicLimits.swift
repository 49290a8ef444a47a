/// How many topics there are, for clouds and hosts alike: a host keeps what its cloud accepts.
package enum TopicLimits {
    /// How many topics a person subscribes to at most, for all of their hosts together.
    package static let subscriptions = 1_000
}
