// Lets WebKit see that a player has finished a change when its messages say so, and not by chance before or after.
//
// A player loads and seeks on its own threads, and then sends two messages: that its state has changed, and that it has
// finished. At any message about its state, WebKit asks whether the player has finished
// (MediaPlayerPrivateGStreamer.cpp, `updateStates`). If it has, while these two are still on their way, two things go
// wrong:
// - The messages before them have not been handled, either. `loadedmetadata` comes before a video's size and tracks.
// - The second message ends the next seek of the page, if there is one: `seeked` comes before the frame.
// While time stands still, players are much faster than the main thread, so this is no rare case. So until the first
// message has come, a player seems to be changing, and a message from before the last change is not passed on.
#include "finishing.h"

#include <dlfcn.h>
#include <pthread.h>

/// The functions of GStreamer and GLib that this file calls; pointers to their types are `void *`.
static struct {
    int (*gst_element_seek)(void *, double, int, int, int, int64_t, int, int64_t);
    int (*gst_element_send_event)(void *, void *);
    int (*gst_element_get_state)(void *, int *, int *, uint64_t);
    int (*gst_event_has_name)(void *, const char *);
    void (*gst_event_parse_seek)(void *, double *, int *, int *, int *, int64_t *, int *, int64_t *);
    void *(*gst_pipeline_get_bus)(void *);
    void *(*gst_element_get_bus)(void *);
    void (*gst_object_unref)(void *);
    uint32_t (*gst_util_seqnum_next)(void);
    int32_t (*gst_util_seqnum_compare)(uint32_t, uint32_t);
    uint32_t (*gst_message_get_seqnum)(void *);
    void (*gst_message_parse_state_changed)(void *, int *, int *, int *);
    void *(*g_object_get_data)(void *, const char *);
    void (*g_object_set_data)(void *, const char *, void *);
    unsigned long (*g_signal_connect_data)(void *, const char *, void (*)(void), void *, void *, int);
    void (*g_signal_stop_emission_by_name)(void *, const char *);
} calls;
static bool has_all;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find_calls(void) {
#define FIND(name) ((calls.name = dlsym(RTLD_NEXT, #name)) != NULL)
    has_all = FIND(gst_element_seek) && FIND(gst_element_send_event) && FIND(gst_element_get_state) &&
              FIND(gst_event_has_name) && FIND(gst_event_parse_seek) && FIND(gst_pipeline_get_bus) &&
              FIND(gst_element_get_bus) && FIND(gst_object_unref) && FIND(gst_util_seqnum_next) &&
              FIND(gst_util_seqnum_compare) && FIND(gst_message_get_seqnum) &&
              FIND(gst_message_parse_state_changed) && FIND(g_object_get_data) && FIND(g_object_set_data) &&
              FIND(g_signal_connect_data) && FIND(g_signal_stop_emission_by_name);
#undef FIND
}

/// The clock, if a player of the page may be noted: on the main thread.
static struct page_clock *noting_clock(void) {
    pthread_once(&once, find_calls);
    return has_all && is_main_thread() ? engaged_clock() : NULL;
}

/// The beginning of GStreamer's message (gstminiobject.h; gstmessage.h, `GstMessage`).
struct message {
    struct {
        uintptr_t type;
        int references, locks;
        unsigned flags;
        void (*functions[3])(void);
        unsigned number;
        void *data;
    } object;
    int type;
    uint64_t timestamp;
    void *source;
};

/// Data of a player's bus: the player; the number of its last change; whether it still changes; its state until then.
static const char player[] = "pagereel-player", change[] = "pagereel-change", is_changing[] = "pagereel-is-changing",
                  state_until[] = "pagereel-state";

static uintptr_t get(void *bus, const char *key) { return (uintptr_t)calls.g_object_get_data(bus, key); }

static void set(void *bus, const char *key, uintptr_t value) { calls.g_object_set_data(bus, key, (void *)value); }

/// The signals of the two messages.
static const char has_changed[] = "message::state-changed", has_finished[] = "message::async-done";

/// Whether a message is from before the player's last change.
static bool is_old(void *bus, void *message) {
    uint32_t number = (uint32_t)get(bus, change);
    return number != 0 && calls.gst_util_seqnum_compare(calls.gst_message_get_seqnum(message), number) < 0;
}

/// Receives the first message, also those of a player's parts, before WebKit does.
static void receive_state(void *bus, struct message *message) {
    if ((uintptr_t)message->source != get(bus, player) || !get(bus, is_changing) || is_old(bus, message)) return;
    int before, state, pending;
    calls.gst_message_parse_state_changed(message, &before, &state, &pending);
    // Other messages say that the change has begun, and how far it is.
    if (state >= PLAYER_PAUSED && pending == PLAYER_KEEPS) set(bus, is_changing, false);
}

/// Receives the second message before WebKit does, and stops an old one.
static void receive_end(void *bus, void *message) {
    if (is_old(bus, message)) {
        calls.g_signal_stop_emission_by_name(bus, has_finished);
    } else {
        set(bus, is_changing, false);
    }
}

/// GStreamer: "Gets the GstBus of pipeline." WebKit does so before it connects its own function to the bus, which is
/// then called after those of this file.
INTERPOSED void *gst_pipeline_get_bus(void *pipeline) {
    struct page_clock *clock = noting_clock();
    void *bus = calls.gst_pipeline_get_bus ? calls.gst_pipeline_get_bus(pipeline) : NULL;
    if (bus && clock && !get(bus, player)) {
        set(bus, player, (uintptr_t)pipeline);
        calls.g_signal_connect_data(bus, has_changed, (void (*)(void))receive_state, NULL, NULL, 0);
        calls.g_signal_connect_data(bus, has_finished, (void (*)(void))receive_end, NULL, NULL, 0);
    }
    return bus;
}

/// The bus of a player, with a reference; NULL if this file is not connected to it, or for a part of a player.
static void *connected_bus(void *element) {
    void *bus = calls.gst_element_get_bus(element);
    if (!bus || get(bus, player) == (uintptr_t)element) return bus;
    calls.gst_object_unref(bus);
    return NULL;
}

uint32_t begin_start(void *element, int state) {
    int before = PLAYER_PAUSED;
    if (state < PLAYER_PAUSED || !noting_clock()) return 0;
    calls.gst_element_get_state(element, &before, NULL, 0);
    // In that state, the player has no threads that could send a message.
    return before <= PLAYER_READY ? calls.gst_util_seqnum_next() : 0;
}

void note_change(void *element, uint32_t number, enum player_state state) {
    void *bus = number != 0 ? connected_bus(element) : NULL;
    if (!bus) return;
    set(bus, change, number);
    set(bus, is_changing, true);
    set(bus, state_until, state);
    calls.gst_object_unref(bus);
}

/// GStreamer: "Gets the state of the element." WebKit's `updateStates`, which waits for 250 ns, is told that the player
/// still changes.
INTERPOSED int gst_element_get_state(void *element, int *state, int *pending, uint64_t timeout) {
    enum { CHECK = 250 };
    struct page_clock *clock = noting_clock();
    if (!calls.gst_element_get_state) return PLAYER_FAILED;
    int result = calls.gst_element_get_state(element, state, pending, timeout);
    if (!clock || result != PLAYER_SUCCEEDED || timeout != CHECK || !state || *state != PLAYER_PAUSED) return result;
    void *bus = connected_bus(element);
    if (!bus) return result;
    if (get(bus, is_changing)) {
        *state = (int)get(bus, state_until);
        if (pending) *pending = PLAYER_PAUSED;
        result = PLAYER_CHANGES;
    }
    calls.gst_object_unref(bus);
    return result;
}

/// Gets ready for a seek.
///
/// \returns A number for `note_change`; 0 if the player sends none.
static uint32_t begin_seek(int flags) {
    // GST_SEEK_FLAG_FLUSH
    enum { FLUSH = 1 };
    struct page_clock *clock = flags & FLUSH ? noting_clock() : NULL;
    if (!clock) return 0;
    // The player may have finished its last change, and not have sent the message yet.
    wait_for_turn(clock, NULL);
    return calls.gst_util_seqnum_next();
}

/// GStreamer: "Sends a seek event to an element." WebKitGTK 2.50 seeks with it.
INTERPOSED int gst_element_seek(
    void *element, double rate, int format, int flags, int start_type, int64_t start, int stop_type, int64_t stop) {
    pthread_once(&once, find_calls);
    if (!calls.gst_element_seek) return false;
    uint32_t number = begin_seek(flags);
    int can_seek = calls.gst_element_seek(element, rate, format, flags, start_type, start, stop_type, stop);
    if (can_seek) note_change(element, number, PLAYER_PAUSED);
    return can_seek;
}

/// GStreamer: "Sends an event to an element." WebKitGTK 2.54 sends the event of a seek itself.
INTERPOSED int gst_element_send_event(void *element, void *event) {
    pthread_once(&once, find_calls);
    if (!calls.gst_element_send_event) return false;
    uint32_t number = 0;
    if (has_all && calls.gst_event_has_name(event, "GstEventSeek")) {
        int flags = 0;
        calls.gst_event_parse_seek(event, NULL, NULL, &flags, NULL, NULL, NULL, NULL);
        number = begin_seek(flags);
    }
    int is_handled = calls.gst_element_send_event(element, event);
    if (is_handled) note_change(element, number, PLAYER_PAUSED);
    return is_handled;
}
