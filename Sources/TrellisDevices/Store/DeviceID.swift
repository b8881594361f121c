/// What ids of devices look like (device store §1.3).
enum DeviceID {
  /// 8 to 64 of `A-Z a-z 0-9 _ -`, not all of them digits: else the database might show the devices as a list.
  static func isLegal(_ text: String) -> Bool {
    let bytes = text.utf8
    return (8...64).contains(bytes.count) && bytes.allSatisfy { isDigit($0) || isOther($0) } && !bytes.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isOther(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}
