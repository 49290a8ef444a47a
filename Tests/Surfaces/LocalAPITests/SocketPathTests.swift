import Foundation
import Host
import HostModel
import LocalAPI
import Testing

@Suite struct SocketPathTests {
    private func resolve(_ state: String, _ runtime: String?) throws -> SocketPath {
        try SocketPath.resolve(
            stateDirectory: URL(filePath: state),
            environment: runtime.map { ["XDG_RUNTIME_DIR": $0] } ?? [:]
        )
    }

    @Test func theRuntimeFolderHoldsASocketPerStateFolder() throws {
        let one = try resolve("/nowhere/one", "/run/user/1000")
        let two = try resolve("/nowhere/two", "/run/user/1000/")
        #expect(one.folder == "/run/user/1000/today")
        #expect(one.path.firstMatch(of: #/^\/run\/user\/1000\/today\/[0-9a-f]{16}\.sock$/#) != nil)
        #expect(two.folder == one.folder)
        #expect(two.path != one.path)
    }

    @Test(arguments: ["/nowhere/one", "/nowhere/one/", "/nowhere/x/../one", "/nowhere/./one"])
    func oneStateFolderHasOneSocketHoweverItIsWritten(state: String) throws {
        #expect(try resolve(state, "/run/user/1") == resolve("/nowhere/one", "/run/user/1"))
    }

    @Test(arguments: [nil, "", "relative/path", "/" + String(repeating: "long/", count: 30)])
    func withoutAUsableRuntimeFolderTheSocketIsInTheState(runtime: String?) throws {
        let socket = try resolve("/nowhere/one", runtime)
        #expect(socket.folder == "/nowhere/one/run")
        #expect(socket.path == "/nowhere/one/run/host.sock")
    }

    @Test func aPathThatFitsNowhereIsRefusedWithAMend() throws {
        #expect {
            _ = try resolve("/" + String(repeating: "long/", count: 30), nil)
        } throws: { error in
            (error as? HostError)?.code == .stateUnavailable
                && (error as? HostError)?.message.contains("XDG_RUNTIME_DIR") == true
        }
    }

    @Test func thePathIsAsLongAsTheKernelTakes() throws {
        let fits =
            "/run/"
            + String(repeating: "a", count: SocketPath.limit - "/run/".count - "/today/0123456789abcdef.sock".count)
        #expect(try resolve("/nowhere/one", fits).path.utf8.count == SocketPath.limit)
        #expect(try resolve("/nowhere/one", fits + "a").path == "/nowhere/one/run/host.sock")
    }
}
