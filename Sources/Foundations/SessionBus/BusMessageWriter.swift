import CDBus

/// The codes of the types in messages, as libdbus defines them.
enum BusType {
    static let byte = Int32(UInt8(ascii: "y"))
    static let boolean = Int32(UInt8(ascii: "b"))
    static let int32 = Int32(UInt8(ascii: "i"))
    static let uint32 = Int32(UInt8(ascii: "u"))
    static let string = Int32(UInt8(ascii: "s"))
    static let path = Int32(UInt8(ascii: "o"))
    static let array = Int32(UInt8(ascii: "a"))
    static let structure = Int32(UInt8(ascii: "r"))
    static let variant = Int32(UInt8(ascii: "v"))
    static let entry = Int32(UInt8(ascii: "e"))
}

/// Converts calls to libdbus messages, without the NULs of texts, at which libdbus would end the whole program, as for
/// a text that is not UTF-8.
enum BusMessageWriter {
    /// Returns a call as a message that the caller must release; `nil` if there is no memory left.
    static func message(for call: BusCall) -> OpaquePointer? {
        guard let message = dbus_message_new_method_call(call.destination, call.path, call.interface, call.member)
        else { return nil }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        for argument in call.arguments where !append(argument, to: &iterator) {
            dbus_message_unref(message)
            return nil
        }
        return message
    }

    private static func append(_ value: BusValue, to iterator: inout DBusMessageIter) -> Bool {
        switch value {
        case .string(let text): return append(text, as: BusType.string, to: &iterator)
        case .byte(var byte): return dbus_message_iter_append_basic(&iterator, BusType.byte, &byte) != 0
        case .boolean(let isTrue):
            var number: dbus_bool_t = isTrue ? 1 : 0
            return dbus_message_iter_append_basic(&iterator, BusType.boolean, &number) != 0
        case .int32(var number): return dbus_message_iter_append_basic(&iterator, BusType.int32, &number) != 0
        case .uint32(var number): return dbus_message_iter_append_basic(&iterator, BusType.uint32, &number) != 0
        case .strings(let texts):
            return append(texts.map(BusValue.string), in: BusType.array, of: "s", to: &iterator)
        case .bytes(let bytes):
            return appendContainer(BusType.array, of: "y", to: &iterator) { list in
                bytes.withUnsafeBufferPointer { buffer in
                    var pointer = buffer.baseAddress
                    return buffer.isEmpty
                        || dbus_message_iter_append_fixed_array(&list, BusType.byte, &pointer, Int32(buffer.count)) != 0
                }
            }
        case .path(let path): return append(path, as: BusType.path, to: &iterator)
        case .paths(let paths): return append(paths.map(BusValue.path), in: BusType.array, of: "o", to: &iterator)
        case .structure(let values): return append(values, in: BusType.structure, of: nil, to: &iterator)
        case .variant(let value):
            guard let signature = value.signature else { return false }
            return append([value], in: BusType.variant, of: signature, to: &iterator)
        case .texts(let texts): return append(texts.mapValues(BusValue.string), of: "{ss}", to: &iterator)
        case .dictionary(let values): return append(values.mapValues(BusValue.variant), of: "{sv}", to: &iterator)
        case .other: return false
        }
    }

    /// Appends entries in the order of their names.
    private static func append(
        _ entries: [String: BusValue],
        of signature: String,
        to iterator: inout DBusMessageIter
    ) -> Bool {
        appendContainer(BusType.array, of: signature, to: &iterator) { list in
            entries.sorted { $0.key < $1.key }.allSatisfy { name, value in
                append([.string(name), value], in: BusType.entry, of: nil, to: &list)
            }
        }
    }

    private static func append(
        _ values: [BusValue],
        in type: Int32,
        of signature: String?,
        to iterator: inout DBusMessageIter
    ) -> Bool {
        appendContainer(type, of: signature, to: &iterator) { inner in
            values.allSatisfy { append($0, to: &inner) }
        }
    }

    private static func append(_ text: String, as type: Int32, to iterator: inout DBusMessageIter) -> Bool {
        let sent =
            text.utf8.contains(0) ? String(text.unicodeScalars.filter { $0.value != 0 }.map(Character.init)) : text
        return sent.withCString { bytes in
            var pointer: UnsafePointer<CChar>? = bytes
            return dbus_message_iter_append_basic(&iterator, type, &pointer) != 0
        }
    }

    private static func appendContainer(
        _ type: Int32,
        of signature: String?,
        to iterator: inout DBusMessageIter,
        _ body: (inout DBusMessageIter) -> Bool
    ) -> Bool {
        var inner = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, type, signature, &inner) != 0 else { return false }
        guard body(&inner) else {
            dbus_message_iter_abandon_container(&iterator, &inner)
            return false
        }
        return dbus_message_iter_close_container(&iterator, &inner) != 0
    }
}
