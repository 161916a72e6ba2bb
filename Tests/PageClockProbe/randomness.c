// Random numbers that repeat.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "probe.h"

enum { LENGTH = 4096 };

static void read_device(char *numbers) {
    int device = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    expect(device >= 0, "the device cannot be opened");
    expect_equal(read(device, numbers, LENGTH), LENGTH, "bytes read");
    close(device);
}

CHECK(random_numbers_follow_from_the_seed, ENGAGED) {
    char first[LENGTH], second[LENGTH];
    page_clock_set_seed(page, 1);
    read_device(first);
    read_device(second);
    expect(memcmp(first, second, LENGTH) == 0, "the same seed gave other numbers");
    expect(memcmp(first, first + LENGTH / 2, LENGTH / 2) != 0, "the numbers repeat within");
    page_clock_set_seed(page, 2);
    read_device(second);
    expect(memcmp(first, second, LENGTH) != 0, "another seed gave the same numbers");
}

CHECK(random_numbers_are_the_kernels_without_a_seed, ENGAGED) {
    char first[LENGTH], second[LENGTH];
    read_device(first);
    read_device(second);
    expect(memcmp(first, second, LENGTH) != 0, "the numbers repeat");
}

CHECK(random_numbers_are_the_kernels_in_another_program, OTHER_PROGRAM) {
    char first[LENGTH], second[LENGTH];
    page_clock_set_seed(page, 1);
    read_device(first);
    read_device(second);
    expect(memcmp(first, second, LENGTH) != 0, "the numbers repeat");
}

CHECK(other_files_are_opened_as_ever, ENGAGED) {
    page_clock_set_seed(page, 1);
    expect_equal(open("/dev/null/none", O_RDONLY), -1, "open");
    expect_equal(errno, ENOTDIR, "errno");
    char name[] = "/tmp/pagereel-probe-XXXXXX";
    expect(mkdtemp(name) && chdir(name) == 0, "no folder");
    umask(0);
    int file = open("file", O_RDWR | O_CREAT | O_EXCL, 0640);
    expect(file >= 0, "a new file cannot be opened");
    struct stat status;
    expect_equal(fstat(file, &status), 0, "fstat");
    expect_equal(status.st_mode & 0777, 0640, "the mode of a new file");
    expect_equal(open("file", O_RDWR | O_CREAT | O_EXCL, 0640), -1, "open of an existing file");
    expect_equal(errno, EEXIST, "errno");
    int folder = open(".", O_RDONLY | O_DIRECTORY);
    expect(folder >= 0, "a folder cannot be opened");
    expect(unlink("file") == 0 && rmdir(name) == 0, "the folder cannot be removed");
}
