import Glibc
package import NIOCore
package import NetworkAddresses

extension ListenAddress {
    /// Returns a sentence for the person who chose the address: why a server cannot listen on it, and what helps.
    package func sentence(of error: IOError) -> String {
        switch error.errnoCode {
        case EADDRINUSE: "Something listens on \(self) already; stop it, or choose another address with --listen."
        case EADDRNOTAVAIL: "This machine has no address \(host); choose one of its own with --listen."
        case EACCES: "Nobody but root may listen on port \(port); choose another one with --listen."
        default: "Today cannot listen on \(self): \(String(cString: strerror(error.errnoCode)))."
        }
    }
}
