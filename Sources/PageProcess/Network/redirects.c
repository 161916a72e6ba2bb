// Keeps media requests from being redirected to a blocked address.
//
// WebKit blocks such a request itself. But then its media source waits for a lock that its own thread
// holds, and the page hangs (2.50.6, WebKitWebSourceGStreamer.cpp). Without the response's Location
// there is nothing to follow, and the element fails as with any other answer that is no media.
#include "redirects.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/// GRegexCompileFlags.
#define CASELESS 1

static struct {
    unsigned (*soup_message_get_status)(void *);
    void *(*soup_message_get_uri)(void *);
    void *(*soup_message_get_response_headers)(void *);
    const char *(*soup_message_headers_get_one)(void *, const char *);
    void (*soup_message_headers_remove)(void *, const char *);
    char *(*g_uri_to_string)(void *);
    char *(*g_uri_resolve_relative)(const char *, const char *, unsigned, void *);
    int (*g_regex_match_simple)(const char *, const char *, unsigned, unsigned);
    void (*g_free)(void *);
    unsigned long (*g_signal_connect_data)(void *, const char *, void *, void *, void *, int);
} soup;
static bool is_complete;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) {
#define FIND(name) ((soup.name = dlsym(RTLD_DEFAULT, #name)) != NULL)
    is_complete = FIND(soup_message_get_status) && FIND(soup_message_get_uri) &&
                  FIND(soup_message_get_response_headers) && FIND(soup_message_headers_get_one) &&
                  FIND(soup_message_headers_remove) && FIND(g_uri_to_string) && FIND(g_uri_resolve_relative) &&
                  FIND(g_regex_match_simple) && FIND(g_free) && FIND(g_signal_connect_data);
#undef FIND
}

/// Whether one of the file's expressions, one a line, matches an address.
///
/// The expressions are those of WebKit's content filters, which ignore case by default.
static bool is_blocked(const char *address) {
    const char *path = getenv(BLOCKED_ADDRESSES_VARIABLE);
    FILE *file = path ? fopen(path, "re") : NULL;
    // A list that cannot be read blocks everything.
    if (!file) return path != NULL;
    bool is_blocked = false;
    char *line = NULL;
    size_t capacity = 0;
    for (ssize_t length; !is_blocked && (length = getline(&line, &capacity, file)) > 0;) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        is_blocked = line[0] && soup.g_regex_match_simple(line, address, CASELESS, 0);
    }
    free(line);
    fclose(file);
    return is_blocked;
}

static void look_at_headers(void *message, void *argument) {
    (void)argument;
    if (soup.soup_message_get_status(message) / 100 != 3) return;
    void *headers = soup.soup_message_get_response_headers(message);
    const char *location = soup.soup_message_headers_get_one(headers, "Location");
    if (!location) return;
    char *address = soup.g_uri_to_string(soup.soup_message_get_uri(message));
    char *target = soup.g_uri_resolve_relative(address, location, 0, NULL);
    if (target && is_blocked(target)) soup.soup_message_headers_remove(headers, "Location");
    soup.g_free(target);
    soup.g_free(address);
}

void watch_redirects(void *message) {
    pthread_once(&once, find);
    if (is_complete) soup.g_signal_connect_data(message, "got-headers", look_at_headers, NULL, NULL, 0);
}
