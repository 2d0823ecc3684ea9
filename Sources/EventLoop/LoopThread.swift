import CSystem
import Glibc

/// The one thread of a loop.
final class LoopThread: @unchecked Sendable {
    // Safe to share: written once, by the thread itself, before `start` returns.
    private var identity: pthread_t?
    private var isJoined = false

    var isCurrent: Bool {
        guard let identity else { return false }
        return pthread_equal(identity, pthread_self()) != 0
    }

    func start(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let box = ThreadBody(name: name, thread: self, body: body)
        var created = pthread_t()
        // Retained here, released by the thread when it takes the box over.
        let pointer = unsafe Unmanaged.passRetained(box).toOpaque()
        let result = unsafe pthread_create(
            &created,
            nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            },
            pointer
        )
        guard result == 0 else {
            unsafe Unmanaged<ThreadBody>.fromOpaque(pointer).release()
            throw SystemError(call: "pthread_create", code: result)
        }
        box.waitUntilRunning()
    }

    fileprivate func begin() { identity = pthread_self() }

    func join() {
        guard let identity, !isJoined else { return }
        isJoined = true
        pthread_join(identity, nil)
    }
}

/// What the thread is to do, and the semaphore that tells its maker that it has begun.
@safe private final class ThreadBody: @unchecked Sendable {
    private let name: String
    private let thread: LoopThread
    private let body: @Sendable () -> Void
    private let running: UnsafeMutablePointer<sem_t>

    init(name: String, thread: LoopThread, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.thread = thread
        self.body = body
        unsafe running = .allocate(capacity: 1)
        unsafe sem_init(running, 0, 0)
    }

    deinit {
        unsafe sem_destroy(running)
        unsafe running.deallocate()
    }

    func run() {
        unsafe system_name_this_thread(name)
        thread.begin()
        unsafe sem_post(running)
        body()
    }

    func waitUntilRunning() {
        while unsafe sem_wait(running) != 0 {}
    }
}
