#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capabilities.h"

/// Duplicates a descriptor to a number above those being set up, so that none is overwritten.
/// exec closes the copy.
static int move_out_of_the_way(int fd) {
    return fcntl(fd, F_DUPFD_CLOEXEC, CHILD_PROCESS_FIRST_PASSED + CHILD_PROCESS_MOST_PASSED);
}

static void run_child(
    const char *path, char *const argv[], char *const envp[], const int passed_fds[], int passed_count, int error_fd,
    int death_signal, uint64_t capabilities, pid_t parent, int report_fd) {
    int null_fd;
    int moved_fds[CHILD_PROCESS_MOST_PASSED];
    sigset_t none;
    if (prctl(PR_SET_PDEATHSIG, death_signal) != 0) goto failed;
    // The parent may have died before the call above; then no signal is sent.
    if (getppid() != parent) _exit(127);
    if (setpgid(0, 0) != 0) goto failed;
    // Processes below it whose parents have ended become its own children, so that they are found with it.
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    capabilities_keep_only(capabilities);

    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    // Xvfb takes an ignored SIGUSR1 as a request to signal its readiness (Xserver(1), SIGNALS),
    // which is not wanted here.
    signal(SIGUSR1, SIG_DFL);

    null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int index = 0; index < passed_count; index++) {
        moved_fds[index] = move_out_of_the_way(passed_fds[index]);
        if (moved_fds[index] < 0) goto failed;
    }
    error_fd = move_out_of_the_way(error_fd);
    report_fd = move_out_of_the_way(report_fd);
    if (null_fd < 0 || error_fd < 0 || report_fd < 0) goto failed;
    if (dup2(null_fd, 0) < 0 || dup2(null_fd, 1) < 0 || dup2(error_fd, 2) < 0) goto failed;
    for (int index = 0; index < passed_count; index++) {
        if (dup2(moved_fds[index], CHILD_PROCESS_FIRST_PASSED + index) < 0) goto failed;
    }
    // Closes descriptors that libraries opened without O_CLOEXEC. Before Linux 5.11 the call
    // fails, and some descriptors are inherited, which is harmless.
    close_range(CHILD_PROCESS_FIRST_PASSED + passed_count, ~0U, CLOSE_RANGE_CLOEXEC);
    execve(path, argv, envp);

failed:;
    int reason = errno;
    ssize_t written = write(report_fd, &reason, sizeof reason);
    (void)written;
    _exit(127);
}

pid_t child_process_spawn(
    const char *path, char *const argv[], char *const envp[], const int passed_fds[], int passed_count, int error_fd,
    int death_signal) {
    if (passed_count > CHILD_PROCESS_MOST_PASSED) {
        errno = EINVAL;
        return -1;
    }
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) return -1;

    uint64_t capabilities = capabilities_of_engine();
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) {
        run_child(path, argv, envp, passed_fds, passed_count, error_fd, death_signal, capabilities, parent, report[1]);
    }
    int fork_error = errno;
    close(report[1]);
    if (child < 0) {
        close(report[0]);
        errno = fork_error;
        return -1;
    }

    // A successful exec closes the other end of the pipe, so the read returns 0.
    int reason = 0;
    ssize_t count;
    do {
        count = read(report[0], &reason, sizeof reason);
    } while (count < 0 && errno == EINTR);
    close(report[0]);
    if (count == (ssize_t)sizeof reason) {
        waitpid(child, NULL, 0);
        errno = reason;
        return -1;
    }
    return child;
}

bool child_process_wait(pid_t child, int milliseconds, int *status) {
    // The descriptor is readable once the process has ended (pidfd_open(2), Linux 5.3).
    int file = (int)syscall(SYS_pidfd_open, child, 0);
    if (file >= 0) {
        struct pollfd wait = {.fd = file, .events = POLLIN};
        while (poll(&wait, 1, milliseconds) < 0 && errno == EINTR) continue;
        close(file);
    }
    // WNOWAIT: the process group's number cannot be reused until the child is reaped.
    siginfo_t end = {0};
    int options = WEXITED | WNOWAIT | (milliseconds < 0 ? 0 : WNOHANG);
    while (waitid(P_PID, (id_t)child, &end, options) != 0) {
        if (errno == EINTR) continue;
        *status = 0;
        return true;
    }
    if (end.si_pid == 0) return false;
    kill(-child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR) continue;
    return true;
}
