import Telemetry
import Testing

struct SecretTests {
    private struct Settings {
        let name = "service"
        let secret = Secret("hunter2")
        let other: Secret? = Secret(Array("hunter2".utf8))
    }

    @Test func `A secret shows itself nowhere`() {
        let settings = Settings()
        var dumped = ""
        dump(settings, to: &dumped)
        dump(settings.secret, to: &dumped)
        let shown = [
            "\(settings.secret)", "\(settings)", String(reflecting: settings),
            String(describing: settings.other), "\([settings.secret])", dumped,
            "\(Mirror(reflecting: settings.secret).children.map(\.value))",
        ]
        for text in shown {
            #expect(!text.contains("hunter2"))
            // "hunter2" in decimal bytes.
            #expect(!text.contains("104"))
        }
        #expect(shown[0] == "***")
        #expect(shown[1].contains("***"))
        #expect(dumped.contains("***"))
    }

    @Test func `It is there for who asks`() {
        #expect(Secret("hunter2").revealText() == "hunter2")
        #expect(Secret([1, 2, 3]).revealBytes() == [1, 2, 3])
        #expect(Secret("hunter2").count == 7)
    }
}
