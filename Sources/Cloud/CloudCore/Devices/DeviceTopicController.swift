import CloudStorage
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON

/// Serves the topics that a device's person subscribes to: `/api/today/topics`.
struct DeviceTopicController: Sendable {
    let cloud: Cloud
    let access: DeviceTokenAuthenticator

    func addRoutes(to routes: some RouterMethods<CloudContext>) {
        routes.get("topics", use: list)
        routes.put("topics/:topic", use: subscribe)
        routes.delete("topics/:topic", use: unsubscribe)
    }

    @Sendable @concurrent private func list(_ request: Request, _ context: CloudContext) async throws -> Response {
        let device = try await access.device(of: request, context)
        let topics = try await cloud.store.topics(of: device.person)
        return JSONResponse.make(["topics": .array(topics.map { .string($0) })])
    }

    @Sendable @concurrent private func subscribe(_ request: Request, _ context: CloudContext) async throws -> Response {
        let device = try await access.device(of: request, context)
        let topic = try context.parameters.require("topic")
        guard TopicName.isValid(topic) else {
            throw CloudError(.invalid, "A topic has 1 to 64 letters, digits, hyphens and underscores.")
        }
        guard !TopicName.isReserved(topic) else { throw CloudError(.invalid, "\"\(topic)\" is no topic's name.") }
        guard try await cloud.topicRights(of: device.person, to: [topic]).allSatisfy(\.mayRead) else {
            throw CloudError(
                .forbidden,
                "\(device.person) may not read \(topic); the cloud's operator can allow it: today cloud access set."
            )
        }
        guard try await cloud.store.subscribe(device.person, to: topic) else {
            throw CloudError(.unauthorized, "This device was revoked.")
        }
        return JSONResponse.done()
    }

    @Sendable @concurrent private func unsubscribe(_ request: Request, _ context: CloudContext) async throws -> Response
    {
        let device = try await access.device(of: request, context)
        let topic = try context.parameters.require("topic")
        guard try await cloud.store.unsubscribe(device.person, from: topic) else {
            throw CloudError(.notFound, "\(device.person) does not subscribe to this topic.")
        }
        return JSONResponse.done()
    }
}
