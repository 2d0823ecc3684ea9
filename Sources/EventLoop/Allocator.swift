import CSystem

/// The C library's allocator, as this process wants it.
public enum Allocator {
    /// From now on what is at least this large comes from the kernel alone, and its pages are no
    /// memory until they are touched. For buffers that thousands of waiting requests hold and
    /// hardly fill; the price of each is a system call.
    ///
    /// Where the C library refuses, the process takes more memory and nothing else changes.
    /// https://man7.org/linux/man-pages/man3/mallopt.3.html
    public static func mapAlone(fromBytes bytes: Int32) {
        _ = mallopt(M_MMAP_THRESHOLD, bytes)
    }
}
