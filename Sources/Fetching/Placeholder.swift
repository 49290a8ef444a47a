package import HostStore
package import Logging
package final class Fetcher: Sendable { package init(store: CacheStore, logger: Logger) {} }
