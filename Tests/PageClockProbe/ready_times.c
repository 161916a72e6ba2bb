// The exact times of GLib's sources.
#include <errno.h>
#include <glib.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

/// A separate main loop with a few timers.
struct loop {
    GMainContext *context;
    int left;
    /// When each timer ran, on the clock and as its thread saw the time.
    int64_t ran_at[8], seen_at[8];
    int count;
};

static gboolean note_time(gpointer data) {
    struct loop *loop = data;
    loop->ran_at[loop->count] = page_clock_now(page);
    loop->seen_at[loop->count] = g_get_monotonic_time();
    loop->count++;
    loop->left--;
    return G_SOURCE_REMOVE;
}

static gboolean call_back(GSource *source, GSourceFunc callback, gpointer data) {
    (void)source;
    return callback(data);
}

static GSourceFuncs functions = {.dispatch = call_back};

static GSource *add_timer(struct loop *loop, int64_t length) {
    GSource *source = g_source_new(&functions, sizeof *source);
    g_source_set_callback(source, note_time, loop, NULL);
    g_source_set_ready_time(source, g_get_monotonic_time() + length);
    g_source_attach(source, loop->context);
    loop->left++;
    return source;
}

static int run_three_timers(struct waiter *waiter) {
    struct loop *loop = waiter->object;
    loop->context = g_main_context_new();
    // Two of them are within the same millisecond.
    g_source_unref(add_timer(loop, 1500));
    g_source_unref(add_timer(loop, 1200));
    g_source_unref(add_timer(loop, 7001));
    while (loop->left > 0) g_main_context_iteration(loop->context, TRUE);
    g_main_context_unref(loop->context);
    return 0;
}

CHECK(timers_of_glib_run_at_their_microsecond, ENGAGED) {
    struct loop loop = {0};
    struct waiter waiter = {.wait = run_three_timers, .object = &loop};
    start(&waiter);
    const int64_t lengths[] = {1200, 1500, 7001};
    for (int index = 0; index < 3; index++) {
        // A loop may poll again for milliseconds before a distant time.
        while (__atomic_load_n(&loop.count, __ATOMIC_SEQ_CST) == index) {
            await_waits(1);
            int64_t deadline = page_clock_next_deadline(page, page_clock_now(page));
            expect(deadline <= START + lengths[index], "waits until %lld", (long long)deadline);
            page_clock_move_to(page, deadline);
            await_nobody_due();
            let_others_run();
        }
        expect_equal(loop.ran_at[index], START + lengths[index], "when a timer ran");
        expect(loop.seen_at[index] >= START + lengths[index], "a timer ran early in its thread's eyes");
    }
    finish(&waiter);
}

static int poll_for(struct waiter *waiter) { return poll(NULL, 0, (int)waiter->time); }

CHECK(a_timer_that_was_taken_back_wakes_nobody, ENGAGED) {
    struct loop loop = {.context = g_main_context_new()};
    GSource *source = add_timer(&loop, 4500);
    g_source_set_ready_time(source, -1);
    struct waiter waiter = {.wait = poll_for, .time = 5};
    start(&waiter);
    expect_leaves_at(&waiter, START + 5000);
    expect_equal(waiter.result, 0, "poll");
}

CHECK(a_timer_that_was_moved_wakes_at_its_new_time, ENGAGED) {
    struct loop loop = {.context = g_main_context_new()};
    GSource *source = add_timer(&loop, 4200);
    g_source_set_ready_time(source, START + 4700);
    struct waiter waiter = {.wait = poll_for, .time = 5};
    start(&waiter);
    expect_leaves_at(&waiter, START + 4700);
}

CHECK(a_timer_of_another_millisecond_does_not_shorten_a_poll, ENGAGED) {
    struct loop loop = {.context = g_main_context_new()};
    add_timer(&loop, 3900);
    add_timer(&loop, 5100);
    struct waiter waiter = {.wait = poll_for, .time = 5};
    start(&waiter);
    expect_leaves_at(&waiter, START + 5000);
}

enum { CHAIN = 1000, LENGTH = 10000 };

/// A repeating timer like WebKit's: its intervals are rounded down, and an early call is
/// rescheduled for the rest, which is less than a microsecond.
struct chain {
    GSource *source;
    int64_t due;
    int64_t ran_at[CHAIN], seen_at[CHAIN];
    int count;
};

static gboolean run_link(gpointer data) {
    struct chain *chain = data;
    int64_t now = g_get_monotonic_time();
    if (now < chain->due) {
        g_source_set_ready_time(chain->source, now);
        return G_SOURCE_CONTINUE;
    }
    chain->ran_at[chain->count] = page_clock_now(page);
    chain->seen_at[chain->count] = now;
    chain->count++;
    chain->due = now + LENGTH;
    g_source_set_ready_time(chain->source, now + LENGTH - 1);
    return G_SOURCE_CONTINUE;
}

static int run_chain(struct waiter *waiter) {
    struct chain *chain = waiter->object;
    GMainContext *context = g_main_context_new();
    chain->source = g_source_new(&functions, sizeof *chain->source);
    g_source_set_callback(chain->source, run_link, chain, NULL);
    chain->due = g_get_monotonic_time() + LENGTH;
    g_source_set_ready_time(chain->source, chain->due - 1);
    g_source_attach(chain->source, context);
    while (chain->count < CHAIN) g_main_context_iteration(context, TRUE);
    g_source_destroy(chain->source);
    g_main_context_unref(context);
    return 0;
}

CHECK(a_chain_of_timers_keeps_to_the_clock_and_reads_its_time, ENGAGED) {
    static struct chain chain;
    struct waiter waiter = {.wait = run_chain, .object = &chain};
    start(&waiter);
    while (__atomic_load_n(&chain.count, __ATOMIC_SEQ_CST) < CHAIN) {
        int64_t deadline = page_clock_next_deadline(page, page_clock_now(page));
        if (deadline != PAGE_CLOCK_NEVER) page_clock_move_to(page, deadline);
        await_nobody_due();
        let_others_run();
    }
    finish(&waiter);
    // The thread read the clock for the first time at its start, without the lead.
    for (int index = 0; index < CHAIN; index++) {
        expect_equal(chain.seen_at[index] - chain.ran_at[index], 1, "what the thread is ahead by");
        expect_equal(chain.ran_at[index] - chain.ran_at[0], (int64_t)index * LENGTH, "when a timer ran");
    }
}

CHECK(a_timer_whose_time_has_come_waits_for_the_next_microsecond, ENGAGED) {
    struct loop loop = {.context = g_main_context_new()};
    int64_t now = g_get_monotonic_time();
    GSource *source = add_timer(&loop, 0);
    expect_equal(g_source_get_ready_time(source), now + 1, "what GLib was told");
    g_source_set_ready_time(source, 0);
    expect_equal(g_source_get_ready_time(source), 0, "what GLib was told of one for no time");
    g_source_set_ready_time(source, -1);
    expect_equal(g_source_get_ready_time(source), -1, "what GLib was told of one for never");
}

static int wait_for_condition(struct waiter *waiter) {
    GMutex mutex;
    GCond condition;
    g_mutex_init(&mutex);
    g_cond_init(&condition);
    g_mutex_lock(&mutex);
    int64_t end = g_get_monotonic_time() + waiter->time;
    while (g_cond_wait_until(&condition, &mutex, end)) continue;
    expect(g_get_monotonic_time() >= end, "the condition timed out early in its thread's eyes");
    g_mutex_unlock(&mutex);
    return 0;
}

CHECK(conditions_of_glib_time_out_when_due, ENGAGED) {
    struct waiter waiter = {.wait = wait_for_condition, .time = 2345};
    start(&waiter);
    expect_leaves_at(&waiter, START + 2345);
}

static bool is_done;

/// Occupies the slot of the ready times.
static int set_times(struct waiter *waiter) {
    struct loop loop = {.context = g_main_context_new()};
    GSource *sources[200];
    for (int index = 0; index < 200; index++) sources[index] = add_timer(&loop, 1000000000);
    while (!__atomic_load_n(&is_done, __ATOMIC_SEQ_CST)) {
        waiter->number++;
        for (int index = 0; index < 200; index++) g_source_set_ready_time(sources[index], START + 1000000000 + index);
    }
    return 0;
}

CHECK(a_child_polls_whatever_its_parent_did_with_timers, ENGAGED) {
    struct waiter busy = {.wait = set_times};
    start(&busy);
    for (int round = 0; round < 100; round++) {
        pid_t child = fork();
        expect(child >= 0, "fork");
        if (child == 0) {
            alarm(10);
            _exit(poll(NULL, 0, 1) == 0 ? 0 : 1);
        }
        await_waits(1);
        move_by(1000);
        int status;
        expect(waitpid(child, &status, 0) == child, "waitpid");
        expect_equal(status, 0, "the child's status");
    }
    __atomic_store_n(&is_done, true, __ATOMIC_SEQ_CST);
    finish(&busy);
}
