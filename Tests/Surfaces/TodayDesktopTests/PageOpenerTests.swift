import Foundation
import Testing
import TodayTestSupport

@testable import TodayDesktop

/// How the person's browser is started.
@Suite struct PageOpenerTests {
    /// The folder of a program `xdg-open` that runs the script in its environment.
    ///
    /// Tests do not write it: a file cannot be run while another test's new process has it open for writing.
    private static let programs = URL(filePath: #filePath).deletingLastPathComponent().path + "/Programs"
    private static let path = "\(programs):/usr/bin:/bin"

    /// Opens an address with a script in the place of the browser, and waits until that has ended.
    private func open(
        _ address: String = "http://x",
        token: String? = nil,
        path: String = path,
        script: String,
        in folder: String = "/"
    ) async throws -> Int32? {
        let (statuses, continuation) = AsyncStream<Int32>.makeStream()
        let opener = PageOpener(environment: ["PATH": path, "SCRIPT": script, "OUT": "\(folder)/out", "KEPT": "yes"]) {
            continuation.yield($0)
        }
        try opener.open(address, activationToken: token)
        return await statuses.first { _ in true }
    }

    private func lines(in folder: String) throws -> [String] {
        try String(contentsOfFile: "\(folder)/out", encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test(.timeLimit(.minutes(10))) func itStartsTheFirstProgramOnPathWithTheAddressAlone() async throws {
        try await withTemporaryDirectory { folder in
            let script = #"printf '%s\n' "$#" "$1" "$KEPT" "$XDG_ACTIVATION_TOKEN" "$(pwd)" > "$OUT""#
            let path = "relative:/does/not/exist:\(Self.path)"
            let address = "http://a.localhost:1/link/x; echo $(id) `id` \"'&"
            let status = try await open(address, token: "token-1", path: path, script: script, in: folder)
            #expect(status == 0)
            #expect(try lines(in: folder) == ["1", address, "yes", "token-1", "/"])
        }
    }

    @Test(.timeLimit(.minutes(10))) func itHasASessionOfItsOwnAndNothingOfTheHosts() async throws {
        try await withTemporaryDirectory { folder in
            // Its session is its own, only the three standard descriptors are open, and no signal is ignored or blocked.
            let script = """
                read -r pid rest < /proc/self/stat
                rest=${rest##*) }
                set -- $rest
                {
                    [ "$4" = "$pid" ] && echo leader
                    ls -l /proc/$pid/fd
                } > "$OUT"
                exec grep -E 'Sig(Blk|Ign)' /proc/self/status >> "$OUT"
                """
            // A descriptor that is not closed by itself.
            let leak = Glibc.open("/dev/zero", O_RDONLY)
            defer { close(leak) }
            #expect(try await open(script: script, in: folder) == 0)
            let lines = try lines(in: folder)
            #expect(lines.first == "leader")
            #expect(!lines.contains { $0.contains("/dev/zero") })
            // The two above 31 are glibc's own.
            let signals = lines.filter { $0.hasPrefix("Sig") }.compactMap { UInt64($0.suffix(16), radix: 16) }
            #expect(signals.map { $0 & 0x7FFF_FFFF } == [0, 0])
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [("exit 3", Int32(3)), ("kill -9 $$", -9)])
    func itTellsHowTheProgramEnded(script: String, status: Int32) async throws {
        #expect(try await open(script: script) == status)
    }

    @Test func withoutTheProgramItSaysWhatToInstall() throws {
        let opener = PageOpener(environment: ["PATH": "/does/not/exist:."])
        #expect {
            try opener.open("http://x", activationToken: nil)
        } throws: { error in
            (error as? PageOpener.Failure)?.message.contains("install xdg-utils") == true
        }
    }

    @Test func whatIsNoProgramIsAnError() async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/xdg-open"
            try Data("\u{7F}ELFnot".utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            let opener = PageOpener(environment: ["PATH": folder])
            for _ in 0...PageOpener.limit {
                #expect(throws: PageOpener.Failure.self) { try opener.open("http://x", activationToken: nil) }
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func onlySoManyRunAtATime() async throws {
        try await withTemporaryDirectory { folder in
            // Each waits for a line of its own.
            #expect(mkfifo("\(folder)/gate", 0o600) == 0)
            let gate = Glibc.open("\(folder)/gate", O_RDWR)
            defer { close(gate) }
            let (statuses, continuation) = AsyncStream<Int32>.makeStream()
            let script = #"read -r line < "$GATE""#
            let environment = ["PATH": Self.path, "SCRIPT": script, "GATE": "\(folder)/gate"]
            let opener = PageOpener(environment: environment) { continuation.yield($0) }
            for _ in 0..<PageOpener.limit { try opener.open("http://x", activationToken: nil) }
            #expect(throws: PageOpener.Failure.self) { try opener.open("http://x", activationToken: nil) }

            Glibc.write(gate, "\n", 1)
            var ends = statuses.makeAsyncIterator()
            _ = await ends.next()
            try opener.open("http://x", activationToken: nil)
            for _ in 0..<PageOpener.limit {
                Glibc.write(gate, "\n", 1)
                _ = await ends.next()
            }
        }
    }
}
