import CDBus
import Glibc

/// Reads messages of libdbus, which has validated them; a value of another type, or beyond a limit, is
/// ``BusValue/other``.
enum BusMessageReader {
    /// The largest number of texts that are read of a list.
    static let countLimit = 256
    /// The largest length of a text, in bytes.
    static let textLimit = 64 << 10

    static func arguments(of message: OpaquePointer) -> [BusValue] {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
        // A message has at most 255 arguments.
        return rest(of: &iterator)
    }

    /// Returns a name in a message's header; empty if the field is missing.
    static func name(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    private static func value(at iterator: inout DBusMessageIter) -> BusValue {
        switch dbus_message_iter_get_arg_type(&iterator) {
        case BusType.string: return text(at: &iterator).map(BusValue.string) ?? .other
        case BusType.path: return text(at: &iterator).map(BusValue.path) ?? .other
        case BusType.byte: return .byte(number(at: &iterator))
        case BusType.boolean: return .boolean(number(at: &iterator) as dbus_bool_t != 0)
        case BusType.int32: return .int32(number(at: &iterator))
        case BusType.uint32: return .uint32(number(at: &iterator))
        case BusType.array where dbus_message_iter_get_element_type(&iterator) == BusType.string:
            return texts(BusType.string, at: &iterator).map(BusValue.strings) ?? .other
        case BusType.array where dbus_message_iter_get_element_type(&iterator) == BusType.path:
            return texts(BusType.path, at: &iterator).map(BusValue.paths) ?? .other
        case BusType.array where dbus_message_iter_get_element_type(&iterator) == BusType.byte:
            return bytes(at: &iterator)
        case BusType.structure: return .structure(values(in: &iterator))
        case BusType.variant: return values(in: &iterator).first.map(BusValue.variant) ?? .other
        default: return .other
        }
    }

    private static func number<Number: FixedWidthInteger>(at iterator: inout DBusMessageIter) -> Number {
        var number: Number = 0
        dbus_message_iter_get_basic(&iterator, &number)
        return number
    }

    /// Returns the values in a structure or a variant; libdbus limits their depth to 64.
    private static func values(in iterator: inout DBusMessageIter) -> [BusValue] {
        var fields = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &fields)
        return rest(of: &fields)
    }

    private static func rest(of iterator: inout DBusMessageIter) -> [BusValue] {
        var values: [BusValue] = []
        repeat { values.append(value(at: &iterator)) } while dbus_message_iter_next(&iterator) != 0
        return values
    }

    private static func texts(_ type: Int32, at iterator: inout DBusMessageIter) -> [String]? {
        var list = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &list)
        var texts: [String] = []
        while dbus_message_iter_get_arg_type(&list) == type, texts.count < countLimit {
            guard let text = text(at: &list) else { return nil }
            texts.append(text)
            dbus_message_iter_next(&list)
        }
        return texts
    }

    private static func bytes(at iterator: inout DBusMessageIter) -> BusValue {
        var list = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &list)
        var pointer: UnsafePointer<UInt8>?
        var count: Int32 = 0
        dbus_message_iter_get_fixed_array(&list, &pointer, &count)
        guard count <= textLimit else { return .other }
        return .bytes(Array(UnsafeBufferPointer(start: pointer, count: Int(count))))
    }

    private static func text(at iterator: inout DBusMessageIter) -> String? {
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        guard let pointer, strnlen(pointer, textLimit + 1) <= textLimit else { return nil }
        return String(cString: pointer)
    }
}
