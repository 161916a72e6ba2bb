// Lists the pending HTTP requests of WebKit's network process.
//
// WebKit's view reports a page's own requests, and the recorder holds the page's
// time for those. It does not report the requests of shared workers and service
// workers, which belong to no page. The network process sends all of them
// through libsoup, so they are counted there.
#include <dlfcn.h>
#include <errno.h>
#include <network_requests.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "page.h"
#include "real.h"

/// WebKit's network process, which sends all requests.
static const char program[] = "WebKitNetworkProcess";

/// The key under which a SoupMessage stores its entry in the list.
static const char place[] = "pagereel-request";

static struct {
    void (*soup_session_send_async)(void *, void *, int, void *, void *, void *);
    const char *(*soup_message_get_method)(void *);
    void *(*soup_message_get_request_headers)(void *);
    void *(*soup_message_get_response_headers)(void *);
    const char *(*soup_message_headers_get_one)(void *, const char *);
    void (*g_object_set_data_full)(void *, const char *, void *, void (*)(void *));
    unsigned long (*g_signal_connect_data)(void *, const char *, void *, void *, void *, int);
} soup;
static struct network_requests *shared;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find_soup(void) {
#define FIND(name) ((soup.name = dlsym(RTLD_DEFAULT, #name)) != NULL)
    soup.soup_session_send_async = dlsym(RTLD_NEXT, "soup_session_send_async");
    return soup.soup_session_send_async && FIND(soup_message_get_method) && FIND(soup_message_get_request_headers) &&
           FIND(soup_message_get_response_headers) && FIND(soup_message_headers_get_one) &&
           FIND(g_object_set_data_full) && FIND(g_signal_connect_data);
#undef FIND
}

static void set_up(void) {
    int error = errno;
    if (find_soup() && strcmp(program_invocation_short_name, program) == 0) {
        struct network_requests *page = map_shared(NETWORK_REQUESTS_VARIABLE, sizeof *page);
        if (page && __atomic_load_n(&page->magic, __ATOMIC_ACQUIRE) == NETWORK_REQUESTS_MAGIC) shared = page;
    }
    errno = error;
}

static const char *header(void *headers, const char *name) {
    const char *value = headers ? soup.soup_message_headers_get_one(headers, name) : NULL;
    return value ? value : "";
}

/// Whether a script may be waiting for the response.
///
/// GStreamer requests media far ahead and reads it at its own pace
/// (WebKitWebSourceGStreamer.cpp). The response to a beacon or a ping is never read
/// (PingLoader.cpp).
static bool is_awaited(void *message) {
    void *headers = soup.soup_message_get_request_headers(message);
    if (header(headers, "Icy-Metadata")[0]) return false;
    const char *method = soup.soup_message_get_method(message);
    return !method || strcmp(method, "POST") != 0 || strcmp(header(headers, "Cache-Control"), "max-age=0") != 0;
}

static void free_place(void *argument) { __atomic_store_n((int64_t *)argument, 0, __ATOMIC_SEQ_CST); }

static void end(void *message, void *argument) {
    (void)argument;
    soup.g_object_set_data_full(message, place, NULL, NULL);
}

/// Server-sent events (HTML, 9.2) never end, so the request counts as complete
/// when its headers arrive.
static void look_at_headers(void *message, void *argument) {
    const char *type = header(soup.soup_message_get_response_headers(message), "Content-Type");
    if (strncmp(type, "text/event-stream", strlen("text/event-stream")) == 0) end(message, argument);
}

static void begin(void *message) {
    struct timespec time;
    real()->clock_gettime(CLOCK_MONOTONIC, &time);
    int64_t now = time.tv_sec * INT64_C(1000000) + time.tv_nsec / 1000;
    for (size_t index = 0; index < NETWORK_REQUESTS; index++) {
        int64_t none = 0;
        if (!__atomic_compare_exchange_n(
                &shared->begun[index], &none, now, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            continue;
        }
        soup.g_object_set_data_full(message, place, &shared->begun[index], free_place);
        soup.g_signal_connect_data(message, "got-headers", look_at_headers, NULL, NULL, 0);
        soup.g_signal_connect_data(message, "finished", end, NULL, NULL, 0);
        return;
    }
}

/// libsoup: "Asynchronously sends msg and waits for the beginning of a
/// response."
INTERPOSED void soup_session_send_async(
    void *session, void *message, int priority, void *cancellable, void *callback, void *argument) {
    pthread_once(&once, set_up);
    if (shared && is_awaited(message)) begin(message);
    soup.soup_session_send_async(session, message, priority, cancellable, callback, argument);
}
