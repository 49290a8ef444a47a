import Glibc
import HTTPServing
import Logging
import NIOCore
import NIOEmbedded
import Testing

/// Who may connect.
@Suite struct PeerCheckHandlerTests {
    private static let stranger = UInt32(77_777)

    /// Notes what the handlers behind it are told.
    private final class Notes: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private(set) var all: [String] = []

        func channelActive(context: ChannelHandlerContext) { all.append("open") }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            all.append(String(buffer: unwrapInboundIn(data)))
        }
    }

    /// Keeps a connection open that was closed, as one is whose last bytes are still under way.
    private final class ClosesLate: ChannelOutboundHandler {
        typealias OutboundIn = Any

        private(set) var isAsked = false

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) { isAsked = true }
    }

    private func handler(
        _ user: UInt32?,
        allowed: Set<UInt32> = [getuid(), 0]
    ) -> PeerCheckHandler {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return PeerCheckHandler(allowed: allowed, logger: logger) { _ in user }
    }

    private func connect(_ channel: EmbeddedChannel, from address: String = "127.0.0.1") throws {
        try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
    }

    @Test(arguments: [
        ("10.1.2.3", true), ("172.31.255.1", true), ("192.168.0.9", true), ("169.254.9.9", true), ("fd12::1", true),
        ("fe80::1", true), ("::ffff:192.168.0.9", true), ("172.32.0.1", false), ("192.169.0.1", false),
        ("100.64.0.1", false), ("127.0.0.1", false), ("2001:4860::1", false), ("fec0::1", false),
        ("::ffff:8.8.8.8", false), ("8.8.8.8", false),
    ])
    func withoutEncryptionOnlyPrivateNetworksMaySpeak(address: String, isAllowed: Bool) throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let channel = EmbeddedChannel(handler: PeerCheckHandler(privateNetworksOnly: logger))
        try connect(channel, from: address)
        channel.embeddedEventLoop.run()
        #expect(channel.isActive == isAllowed)
    }

    @Test(arguments: [getuid(), 0]) func theOwnUserAndRootMaySpeak(user: UInt32) throws {
        let notes = Notes()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let channel = EmbeddedChannel(handlers: [PeerCheckHandler(logger: logger) { _ in user }, notes])
        try connect(channel)
        try channel.writeInbound(ByteBuffer(string: "hello"))
        #expect(notes.all == ["open", "hello"])
        #expect(channel.isActive)
        _ = try channel.finish()
    }

    @Test(arguments: [stranger, nil]) func anybodyElseIsCutOffAtOnce(user: UInt32?) throws {
        let notes = Notes()
        let channel = EmbeddedChannel(handlers: [handler(user), notes])
        try connect(channel)
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive)
        #expect(notes.all.isEmpty)
    }

    @Test func whatAStrangerSendsBeforeTheEndIsNotRead() throws {
        let (late, notes) = (ClosesLate(), Notes())
        let channel = EmbeddedChannel(handlers: [late, handler(Self.stranger), notes])
        try connect(channel)
        #expect(late.isAsked)
        try channel.writeInbound(ByteBuffer(string: "hello"))
        #expect(notes.all.isEmpty)
        #expect(try channel.readInbound(as: ByteBuffer.self) == nil)
    }

    @Test func rootIsRefusedWhereOnlyOneUserIsAllowed() throws {
        let channel = EmbeddedChannel(handlers: [handler(0, allowed: [1000])])
        try connect(channel)
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive)
    }

    @Test(arguments: [true, false]) func aConnectionThatIsOpenAlreadyIsCheckedToo(isTrusted: Bool) throws {
        let (late, notes) = (ClosesLate(), Notes())
        let channel = EmbeddedChannel(handler: late)
        try connect(channel)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandlers([handler(isTrusted ? getuid() : Self.stranger), notes])
        #expect(late.isAsked == !isTrusted)
        try channel.writeInbound(ByteBuffer(string: "hello"))
        #expect(notes.all == (isTrusted ? ["hello"] : []))
    }
}
