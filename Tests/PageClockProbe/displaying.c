// What a painted page holds back until the display refreshes.
#include <glib.h>

#include "probe.h"

static GSourceFuncs functions;

static GSource *make_source(const char *name) {
    GSource *source = g_source_new(&functions, sizeof *source);
    g_source_set_name(source, name);
    return source;
}

static GSource *make_timer(void) { return make_source("DrawingAreaCoordinatedGraphics::DisplayTimer"); }

static void expect_held(GSource *timer, bool is_held) {
    expect_equal(page_clock_is_display_held(page), is_held, "whether the page says that it waits");
    expect_equal(g_source_get_ready_time(timer), is_held ? -1 : 0, "the timer's ready time");
}

/// Waits until the library's own thread has let the timer go.
static void await_release(void) {
    while (page_clock_is_display_held(page)) let_others_run();
}

/// Has the library start its own thread, which the first wait does.
static int sleep_once(struct waiter *waiter) {
    struct timespec length = timespec_of(waiter->time);
    return nanosleep(&length, NULL);
}

static void start_library_thread(void) {
    struct waiter waiter = {.wait = sleep_once, .time = 1000};
    start(&waiter);
    expect_leaves_at(&waiter, page_clock_now(page) + 1000);
}

CHECK(a_page_displays_once_for_each_refresh, ENGAGED) {
    start_library_thread();
    page_clock_pace_display(page);
    GSource *timer = make_timer();
    for (int refresh = 0; refresh < 3; refresh++) {
        // By the refresh itself, and whatever changes after it.
        g_source_set_ready_time(timer, 0);
        expect_held(timer, false);
        g_source_set_ready_time(timer, -1);
        g_source_set_ready_time(timer, g_get_monotonic_time());
        expect_held(timer, true);
        g_source_set_ready_time(timer, 0);
        expect_held(timer, true);
        page_clock_count_refresh(page);
    }
    g_source_unref(timer);
}

CHECK(what_is_held_back_is_displayed_at_the_refresh, ENGAGED) {
    start_library_thread();
    page_clock_pace_display(page);
    GSource *timer = make_timer();
    g_source_set_ready_time(timer, 0);
    for (int refresh = 0; refresh < 3; refresh++) {
        g_source_set_ready_time(timer, 0);
        expect_held(timer, true);
        // Time alone does not let it go, nor a refresh that may do so itself.
        move_by(100000);
        page_clock_count_refresh(page);
        move_by(100000);
        let_others_run();
        expect_held(timer, true);
        page_clock_release_display(page);
        await_release();
        expect_held(timer, false);
    }
    g_source_unref(timer);
}

CHECK(what_is_taken_back_is_not_displayed, ENGAGED) {
    start_library_thread();
    page_clock_pace_display(page);
    GSource *timer = make_timer();
    g_source_set_ready_time(timer, 0);
    g_source_set_ready_time(timer, 0);
    expect_held(timer, true);
    g_source_set_ready_time(timer, -1);
    expect(!page_clock_is_display_held(page), "a page whose timer was stopped says that it waits");
    page_clock_count_refresh(page);
    page_clock_release_display(page);
    start_library_thread();
    expect_equal(g_source_get_ready_time(timer), -1, "the ready time of a timer that was stopped");
    g_source_unref(timer);
}

CHECK(a_page_displays_at_once_until_its_display_is_paced, ENGAGED) {
    GSource *timer = make_timer();
    for (int round = 0; round < 3; round++) {
        g_source_set_ready_time(timer, 0);
        expect_held(timer, false);
    }
    page_clock_pace_display(page);
    g_source_set_ready_time(timer, 0);
    expect_held(timer, true);
    g_source_unref(timer);
}

CHECK(other_timers_wait_for_no_refresh, ENGAGED) {
    page_clock_pace_display(page);
    GSource *named = make_source("DrawingAreaCoordinatedGraphics::ExitCompositingTimer");
    GSource *nameless = g_source_new(&functions, sizeof *nameless);
    for (int round = 0; round < 3; round++) {
        g_source_set_ready_time(named, 0);
        expect_held(named, false);
        g_source_set_ready_time(nameless, 0);
        expect_held(nameless, false);
    }
    g_source_unref(named);
    g_source_unref(nameless);
}
