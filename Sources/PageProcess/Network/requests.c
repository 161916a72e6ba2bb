// Lists the pending HTTP requests of WebKit's network process.
//
// WebKit's view reports a page's own requests, and the recorder holds the page's
// time for those. It does not report the requests of shared workers and service
// workers, which belong to no page. The network process sends all of them
// through libsoup, so they are counted there, and so are connections that may bring
// something at any time: WebSockets, server-sent events and the pictures of a camera.
#include <dlfcn.h>
#include <errno.h>
#include <network_requests.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "page.h"
#include "real.h"
#include "redirects.h"

/// WebKit's network process, which sends all requests.
static const char program[] = "WebKitNetworkProcess";

/// The key under which a SoupMessage stores its entry in the list.
static const char place[] = "pagereel-request";

/// The key that marks a counted SoupMessage.
static const char mark[] = "pagereel-pending";

/// The key that marks the SoupMessage or SoupWebsocketConnection of an open connection.
static const char live[] = "pagereel-live";

static struct {
    void (*soup_session_send_async)(void *, void *, int, void *, void *, void *);
    void (*soup_session_websocket_connect_async)(
        void *, void *, const char *, char **, int, void *, void *, void *);
    void *(*soup_session_websocket_connect_finish)(void *, void *, void **);
    void *(*soup_session_get_async_result_message)(void *, void *);
    const char *(*soup_message_get_method)(void *);
    void *(*soup_message_get_request_headers)(void *);
    void *(*soup_message_get_response_headers)(void *);
    const char *(*soup_message_headers_get_one)(void *, const char *);
    void *(*soup_message_get_uri)(void *);
    char *(*g_uri_to_string_partial)(void *, unsigned);
    void (*g_free)(void *);
    void (*g_object_set_data_full)(void *, const char *, void *, void (*)(void *));
    void *(*g_object_ref)(void *);
    void (*g_object_unref)(void *);
    unsigned (*g_timeout_add_full)(int, unsigned, int (*)(void *), void *, void (*)(void *));
    unsigned long (*g_signal_connect_data)(void *, const char *, void *, void *, void *, int);
} soup;
/// Whether this is the network's process, and has what is needed here of libsoup.
static bool is_network;
static struct network_requests *shared;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find_soup(void) {
#define FIND(name) ((soup.name = dlsym(RTLD_DEFAULT, #name)) != NULL)
#define FIND_NEXT(name) ((soup.name = dlsym(RTLD_NEXT, #name)) != NULL)
    return FIND_NEXT(soup_session_send_async) && FIND_NEXT(soup_session_websocket_connect_async) &&
           FIND_NEXT(soup_session_websocket_connect_finish) && FIND(soup_session_get_async_result_message) &&
           FIND(soup_message_get_method) && FIND(soup_message_get_request_headers) &&
           FIND(soup_message_get_response_headers) && FIND(soup_message_headers_get_one) &&
           FIND(soup_message_get_uri) && FIND(g_uri_to_string_partial) && FIND(g_free) &&
           FIND(g_object_set_data_full) && FIND(g_object_ref) && FIND(g_object_unref) && FIND(g_timeout_add_full) &&
           FIND(g_signal_connect_data);
#undef FIND_NEXT
#undef FIND
}

static void set_up(void) {
    int error = errno;
    if (find_soup() && strcmp(program_invocation_short_name, program) == 0) {
        is_network = true;
        struct network_requests *page = map_shared(NETWORK_REQUESTS_VARIABLE, sizeof *page);
        if (page && __atomic_load_n(&page->magic, __ATOMIC_ACQUIRE) == NETWORK_REQUESTS_MAGIC) {
            shared = page;
            __atomic_store_n(&page->is_in_use, 1, __ATOMIC_RELEASE);
        }
    }
    errno = error;
}

/// Says that there is a list before the first request, which may be to a worker of the page.
__attribute__((constructor)) static void begin_list(void) {
    if (strcmp(program_invocation_short_name, program) == 0) pthread_once(&once, set_up);
}

static const char *header(void *headers, const char *name) {
    const char *value = headers ? soup.soup_message_headers_get_one(headers, name) : NULL;
    return value ? value : "";
}

/// Whether it is a request of GStreamer, which requests media far ahead and reads it at its own
/// pace (WebKitWebSourceGStreamer.cpp).
static bool is_media(void *message) {
    return header(soup.soup_message_get_request_headers(message), "Icy-Metadata")[0];
}

/// Whether a script may be waiting for the response.
///
/// The response to a beacon or a ping is never read (PingLoader.cpp).
static bool is_awaited(void *message) {
    void *headers = soup.soup_message_get_request_headers(message);
    const char *method = soup.soup_message_get_method(message);
    return !method || strcmp(method, "POST") != 0 || strcmp(header(headers, "Cache-Control"), "max-age=0") != 0;
}

/// Whether the response is to be a document (Upgrade Insecure Requests, 3.2.1).
static bool is_navigation(void *message) {
    return header(soup.soup_message_get_request_headers(message), "Upgrade-Insecure-Requests")[0];
}

static void free_place(void *argument) { __atomic_store_n((int64_t *)argument, 0, __ATOMIC_SEQ_CST); }

static void uncount(void *argument) { __atomic_sub_fetch((int64_t *)argument, 1, __ATOMIC_SEQ_CST); }

static void end(void *message, void *argument) {
    (void)argument;
    soup.g_object_set_data_full(message, place, NULL, NULL);
    soup.g_object_set_data_full(message, mark, NULL, NULL);
    soup.g_object_set_data_full(message, live, NULL, NULL);
}

/// Counts an open connection until ``end`` or the end of its object.
static void go_live(void *object) {
    __atomic_add_fetch(&shared->live, 1, __ATOMIC_SEQ_CST);
    soup.g_object_set_data_full(object, live, &shared->live, uncount);
}

/// The flags that leave out user name and password (GUriHideFlags: userinfo, password, auth params).
#define HIDE_CREDENTIALS (1 | 2 | 4)

/// Keeps the address of a picture that never ends: the document's load event waits for it.
static void note_picture(void *message) {
    uint32_t none = NETWORK_PICTURE_NONE;
    if (!__atomic_compare_exchange_n(
            &shared->picture_state, &none, NETWORK_PICTURE_WRITTEN, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        return;
    }
    char *address = soup.g_uri_to_string_partial(soup.soup_message_get_uri(message), HIDE_CREDENTIALS);
    strncpy(shared->picture, address ? address : "", NETWORK_PICTURE - 1);
    soup.g_free(address);
    __atomic_store_n(&shared->picture_state, NETWORK_PICTURE_KNOWN, __ATOMIC_RELEASE);
}

/// Server-sent events (HTML, 9.2) and the pictures of a camera never end, so the request counts as
/// complete when its headers arrive.
///
/// The rest of a document comes only once its frame has begun, which takes time on the page's clock. The view reports it.
static void look_at_headers(void *message, void *argument) {
    const char *type = header(soup.soup_message_get_response_headers(message), "Content-Type");
    static const char pictures[] = "multipart/x-mixed-replace";
    bool has_pictures = strncasecmp(type, pictures, strlen(pictures)) == 0;
    if (has_pictures) note_picture(message);
    if (is_navigation(message)) soup.g_object_set_data_full(message, place, NULL, NULL);
    if (!has_pictures && strncasecmp(type, "text/event-stream", strlen("text/event-stream")) != 0) return;
    end(message, argument);
    go_live(message);
}

/// Counts a message until ``end``.
static void count_until_end(void *message) {
    __atomic_add_fetch(&shared->pending, 1, __ATOMIC_SEQ_CST);
    soup.g_object_set_data_full(message, mark, &shared->pending, uncount);
}

/// Counts a message until its response has arrived.
static void count(void *message) {
    count_until_end(message);
    soup.g_signal_connect_data(message, "got-headers", look_at_headers, NULL, NULL, 0);
    soup.g_signal_connect_data(message, "finished", end, NULL, NULL, 0);
}

/// Lists a message that a script may be waiting for.
static void list(void *message) {
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
        return;
    }
}

/// libsoup: "Asynchronously sends msg and waits for the beginning of a
/// response."
INTERPOSED void soup_session_send_async(
    void *session, void *message, int priority, void *cancellable, void *callback, void *argument) {
    pthread_once(&once, set_up);
    if (is_network && is_media(message)) {
        watch_redirects(message);
    } else if (shared) {
        count(message);
        if (is_awaited(message)) list(message);
    }
    soup.soup_session_send_async(session, message, priority, cancellable, callback, argument);
}

/// libsoup: "Asynchronously creates a WebsocketConnection."
///
/// A script waits for the connection as for a response, but the view does not report it.
INTERPOSED void soup_session_websocket_connect_async(
    void *session, void *message, const char *origin, char **protocols, int priority, void *cancellable,
    void *callback, void *argument) {
    pthread_once(&once, set_up);
    if (shared) {
        count_until_end(message);
        list(message);
    }
    soup.soup_session_websocket_connect_async(
        session, message, origin, protocols, priority, cancellable, callback, argument);
}

/// How long a failed connection still stops the page's time, in milliseconds of real time.
///
/// WebKit reports the failure to the page after one or two random delays, to hide which ports are open
/// (WebSocketTaskSoup.cpp and NetworkSocketChannel.cpp, randomClosedPortDelay). The mean was 120 ms.
enum { FAILURE_REPORT_DELAY = 400 };

static int end_failed(void *message) {
    end(message, NULL);
    return 0;
}

/// libsoup: "Gets the WebsocketConnection response to a soup_session_websocket_connect_async call."
INTERPOSED void *soup_session_websocket_connect_finish(void *session, void *result, void **error) {
    pthread_once(&once, set_up);
    void *message = shared ? soup.soup_session_get_async_result_message(session, result) : NULL;
    void *connection = soup.soup_session_websocket_connect_finish(session, result, error);
    if (!message) return connection;
    if (connection) {
        end(message, NULL);
        go_live(connection);
        soup.g_signal_connect_data(connection, "closed", end, NULL, NULL, 0);
    } else {
        soup.g_timeout_add_full(0, FAILURE_REPORT_DELAY, end_failed, soup.g_object_ref(message), soup.g_object_unref);
    }
    return connection;
}
