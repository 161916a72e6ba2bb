#include "thread_trial.h"

#include <pthread.h>
#include <stdlib.h>

/// A small stack; the threads only wait.
#define STACK_SIZE (64 << 10)

static void *wait_for_end(void *lock) {
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

int thread_trial(int count) {
    pthread_t *threads = calloc((size_t)count, sizeof *threads);
    pthread_attr_t attributes;
    if (!threads || pthread_attr_init(&attributes) != 0) {
        free(threads);
        return 0;
    }
    (void)pthread_attr_setstacksize(&attributes, STACK_SIZE);
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    int started = 0;
    pthread_mutex_lock(&lock);
    while (started < count && pthread_create(&threads[started], &attributes, wait_for_end, &lock) == 0) started++;
    pthread_mutex_unlock(&lock);
    for (int index = 0; index < started; index++) pthread_join(threads[index], NULL);
    pthread_attr_destroy(&attributes);
    free(threads);
    return started;
}
