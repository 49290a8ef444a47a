import Foundation
import Glibc
import HostModel
import TodayProtocol

/// Runs `tar`, which writes or reads an archive as a stream.
enum TarProgram {
    /// The exit status of GNU tar if files changed while it read them.
    private static let filesChanged: Int32 = 1

    /// Packs folders and files.
    ///
    /// Unreadable files, such as those that a process has made unreadable, are left out.
    ///
    /// - Throws: `HostError` if `tar` fails, or what `receive` throws.
    static func pack(
        _ places: [(folder: String, names: [String])],
        excluding excluded: [String],
        _ receive: (Data) throws -> Void
    ) throws {
        let options = [
            "--create", "--gzip", "--format=pax", "--sparse", "--ignore-failed-read", "--warning=no-file-ignored",
            "--anchored",
        ]
        let process = try process(
            options + excluded.map { "--exclude=./\($0)" }
                + places.flatMap { ["--directory=\($0.folder)"] + $0.names.map { "./\($0)" } }
        )
        let output = Pipe()
        process.standardOutput = output
        try run(process, allowing: [0, filesChanged]) {
            while let part = try output.fileHandleForReading.read(upToCount: 1 << 18), !part.isEmpty {
                try receive(part)
            }
        }
    }

    /// Unpacks an archive, compressed or not, into an empty folder; `next` returns its next part, and `nil` at its end.
    ///
    /// - Throws: `HostError` if `tar` fails, or what `next` throws.
    static func unpack(into folder: String, _ next: () throws -> Data?) throws {
        let first = try next()
        // tar recognizes the compression of a file, but not that of a stream.
        let compression = first?.starts(with: [0x1F, 0x8B]) == true ? ["--gzip"] : []
        let process = try process(
            compression + [
                "--extract", "--directory=\(folder)", "--no-same-owner", "--preserve-permissions",
                "--delay-directory-restore",
            ]
        )
        let input = Pipe()
        process.standardInput = input
        // Without this, a failing tar would terminate this program.
        signal(SIGPIPE, SIG_IGN)
        try run(process, allowing: [0]) {
            var rest = first
            while let part = rest {
                // A tar that has reached its end reads no further; its status shows whether it failed.
                try? input.fileHandleForWriting.write(contentsOf: part)
                rest = try next()
            }
            try input.fileHandleForWriting.close()
        }
    }

    private static func process(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/tar")
        process.arguments = arguments
        process.environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        process.standardInput = FileHandle.nullDevice
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/tar") else {
            throw HostError(
                .stateUnavailable,
                "This needs GNU tar at /usr/bin/tar; install it, such as with: apt install tar"
            )
        }
        return process
    }

    /// Runs a process while `exchange` reads or writes its stream, and ends it if that fails.
    private static func run(_ process: Process, allowing allowed: [Int32], _ exchange: () throws -> Void) throws {
        try process.run()
        do { try exchange() } catch {
            process.terminate()
            process.waitUntilExit()
            throw error
        }
        process.waitUntilExit()
        guard process.terminationReason == .exit, allowed.contains(process.terminationStatus) else {
            throw HostError(
                .stateUnavailable,
                "tar failed with status \(process.terminationStatus); its messages above say why."
            )
        }
    }
}
