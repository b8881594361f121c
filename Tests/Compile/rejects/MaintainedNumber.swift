// Only times are kept by writes themselves.
// expect-error: no exact matches in call to initializer
import Trellis

class Artist: Model { @Field("born", maintained: .onSave) var born: Int? }
