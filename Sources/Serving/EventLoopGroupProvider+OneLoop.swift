package import Hummingbird
import NIOPosix

extension EventLoopGroupProvider {
    /// One event loop for a server and all of its connections.
    ///
    /// A connection that is on its way from the listening loop to
    /// another one when the server ends would be dropped, which ends the whole program (swift-nio issue 3481).
    package static var oneLoop: EventLoopGroupProvider { .shared(MultiThreadedEventLoopGroup.singleton.next()) }
}
