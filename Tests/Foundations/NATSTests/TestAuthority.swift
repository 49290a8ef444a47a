import Foundation

/// An authority of one test, and a certificate for `localhost`, made by OpenSSL.
struct TestAuthority {
    struct Failure: Error {
        let message: String
    }

    let file: String
    let certificate: String
    let key: String

    init(in folder: String) throws {
        file = "\(folder)/authority.pem"
        certificate = "\(folder)/server.pem"
        key = "\(folder)/server.key"
        let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout"]
        try Self.run(
            ["req", "-x509"] + newKey + ["\(folder)/authority.key", "-subj", "/CN=Test authority", "-out", file]
        )
        try Self.run(["req"] + newKey + [key, "-subj", "/CN=localhost", "-out", "\(folder)/request.pem"])
        try Data("subjectAltName=DNS:localhost\n".utf8).write(to: URL(filePath: "\(folder)/extensions"))
        try Self.run([
            "x509", "-req", "-in", "\(folder)/request.pem", "-CA", file, "-CAkey", "\(folder)/authority.key",
            "-CAcreateserial", "-extfile", "\(folder)/extensions", "-out", certificate,
        ])
    }

    /// The lines for the configuration of a server with the certificate.
    var configuration: String { "tls { cert_file: \"\(certificate)\", key_file: \"\(key)\", timeout: 5 }" }

    private static func run(_ arguments: [String]) throws {
        let (process, errors) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(message: String(decoding: text, as: UTF8.self)) }
    }
}
