#include <curl/curl.h>

// curl_easy_setopt and its relatives are variadic, which Swift cannot call. One typed setter for
// each kind of argument; which kind an option takes is on its manual page.

static inline CURLcode curl_easy_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode curl_easy_set_receive(CURL *easy, CURLoption option,
                                             curl_write_callback function) {
    return curl_easy_setopt(easy, option, function);
}

static inline CURLcode curl_easy_set_prerequest(CURL *easy, curl_prereq_callback function) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode curl_easy_set_open_socket(CURL *easy, curl_opensocket_callback function) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

static inline CURLcode curl_easy_set_close_socket(CURL *easy, curl_closesocket_callback function) {
    return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, function);
}

static inline CURLcode curl_easy_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode curl_easy_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode curl_multi_set_socket(CURLM *multi, curl_socket_callback function) {
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function);
}

static inline CURLMcode curl_multi_set_timer(CURLM *multi, curl_multi_timer_callback function) {
    return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, function);
}
