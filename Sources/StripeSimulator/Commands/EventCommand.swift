/// What is asked of Events.
enum EventCommand {
    case list(EventList)
    case retrieve(String)
}
