# `make demo` and `make test` install everything they need.

.PHONY: program demo tour quick test test-full check api option-tables client-test documentation site site-picture report-picture same clock-check media-check report-test sanitize campaign fuzz batch-campaign batch-test format manual install deb deb-test image image-test release matrix ci-lint ci-test endurance many many-pictures large-films benchmark benchmark-peers benchmark-timeline benchmark-instructions clean

# Warnings are errors. Turn that off to build with another compiler version:
# make WERROR= test
WERROR ?= -Xswiftc -warnings-as-errors
DEMO = out/annual-report.mp4
RELEASE = .build/release/pagereel

# SwiftPM and pip write to the home folder. If it is missing, read-only or another user's,
# they get one of their own.
ifneq ($(shell test -n "$(HOME)" && test -d "$(HOME)" && test -w "$(HOME)" && echo yes),yes)
export HOME := $(CURDIR)/.build/home
$(shell mkdir -p "$(HOME)")
endif

# The engine is built as a product of this package, not for packages that depend on it
# (Package.swift).
export PAGEREEL_NO_ENGINE_PLUGIN = 1

# Record the annual report with sound, and print the path of the video.
demo: program
	$(RELEASE) record fixtures/html/annual-report.html -o $(DEMO) --overwrite \
	    --audio fixtures/audio/loop.ogg --audio-crossfade 50ms --audio-fade-in 1s --audio-fade-out 2s
	@echo "The video is $(DEMO); the command that made it is $(RELEASE)."

# Record the tour of the fixture app for the README, and print where it is.
TOUR = docs/images/tour.gif
tour: program
	$(RELEASE) record fixtures/html/todo/index.html --do fixtures/steps/todo.yaml --start-on load --size 720x504 \
	    -o $(TOUR) --overwrite
	@echo "The tour is $(TOUR)."

# Build the four products of a release: the program, its engine, and the
# libraries for the page's processes.
program:
	@scripts/install-dependencies.sh
	swift build -c release --product pagereel
	swift build -c release --product pagereel-engine
	swift build -c release --product PageProcess
	swift build -c release --product PageSound

# Run the tests; each target can be run without another before it. `make quick`, for the work in between, checks the
# format, builds, and runs the modules' tests. `make test` adds, of each part of the program, the recordings that fail
# first. `make test-full` has all recordings, the client packages, and 40 faults of the campaign in place of 5; run by hand
# before each release.
quick: check
	scripts/test.sh modules

test test-full:
	@scripts/install-dependencies.sh test
	@scripts/install-python-package.sh opentimelineio >/dev/null
	@scripts/install-python-package.sh kubernetes-validate >/dev/null
	@scripts/install-python-package.sh pillow >/dev/null
	@scripts/install-python-package.sh haralyzer >/dev/null
	@scripts/install-python-package.sh numpy >/dev/null
	@scripts/install-python-package.sh sphinx >/dev/null
	@scripts/install-python-package.sh cyclonedx-python-lib >/dev/null
	@scripts/sample-timelines.sh >/dev/null
	swift build --build-tests $(WERROR)
	$(MAKE) --no-print-directory manual MANUAL_FLAGS='$(WERROR)' MANUAL_BUILD=.build/debug
	scripts/test.sh $(if $(filter test-full,$@),full)

# Compare how generated files of many formats are read with other programs, and write the table of docs/media.md.
media-check: program
	@scripts/install-dependencies.sh test
	scripts/media-check.sh --table docs/media.md $(RELEASE)

# Test the pages of --report in Chromium and Firefox, and take pictures of them in out/report-test. Takes 3 minutes once
# everything is built; run by hand: make report-test REPORT_TEST='--browser firefox --only keyboard'
REPORT_TEST ?=
report-test: program
	@scripts/install-dependencies.sh report
	swift build --build-tests $(WERROR)
	scripts/test-report.sh $(RELEASE) $(REPORT_TEST)

# Check the virtual clock: record 10 s of every source of time at 30 and 60 fps,
# composited and with --rendering auto. Every frame must be exact. Record each way to
# move something, in all renderings, a few at a time, and then on a busy machine. Also repeat the
# recordings whose signals must be the same each time 10 times instead of 3, and
# compose a sounding page on a busy machine. Takes an hour; run by hand.
clock-check:
	@scripts/install-dependencies.sh test
	swift build --build-tests $(WERROR)
	export PAGEREEL_LONG_TESTS=1; \
	swift test --skip-build --disable-xctest \
	    --filter 'EndToEndTests\.ClockCheck' --filter CommandTests/ClockSignals --filter CommandTests/Checks; \
	few=$$?; \
	swift test --skip-build --disable-xctest --no-parallel \
	    --filter BusyClockCheck --filter CommandTests/ComposeSound && exit $$few

# Run the tests of the modules with AddressSanitizer and with ThreadSanitizer, each in a
# build folder of its own. Takes an hour; run by hand before each release:
# make sanitize SANITIZERS=thread
SANITIZERS = address thread
sanitize:
	@scripts/install-dependencies.sh test
	set -e; for kind in $(SANITIZERS); do scripts/sanitize.sh $$kind; done

# List the public API of the library products in docs/api.txt, for review; a test
# compares it with the sources.
api:
	swift build --build-tests $(WERROR)
	scripts/api.sh > docs/api.txt

# Write the tables of options in docs/ from their declarations; a test compares them.
option-tables:
	swift build --build-tests $(WERROR)
	PAGEREEL_WRITE_OPTION_TABLES=1 swift test --skip-build --disable-xctest --filter OptionDocumentationTests

# Build and run the examples as packages that depend on this one, by its path and
# from a Git repository with a tag. Takes some minutes; run by hand after changes of
# Package.swift.
client-test:
	@scripts/install-dependencies.sh test
	scripts/test-clients.sh path out/clients-path
	swift build --build-tests $(WERROR)
	swift test --skip-build --disable-xctest --filter CommandTests/ClientPackages

# Build the documentation of the library products in out/documentation.
documentation:
	@scripts/install-dependencies.sh
	mkdir -p out/documentation
	set -e; for target in PageSampler Recorder Timeline Movies; do \
	    swift package --allow-writing-to-directory out/documentation generate-documentation --target $$target \
	        --warnings-as-errors --output-path out/documentation/$$target; \
	done

# Build the pages of docs, the README and the pages beside it as a site in .build/site: static files with a search, which
# load nothing from elsewhere. Broken links are errors.
site:
	@scripts/install-dependencies.sh site
	@scripts/site.sh

# Take the picture of the site's start page for docs/stills.md.
site-picture: program site
	$(RELEASE) stills index.html --serve .build/site --at 1s --size 1200x700 -o out/site --overwrite
	cp out/site/0001000ms.png docs/images/site.png

# Take the picture of a report for the documentation, with pagereel.
report-picture: program
	$(RELEASE) record index.html --serve fixtures/html/todo --do fixtures/steps/todo.yaml --start-on load --size 720x504 \
	    -o out/report-picture.mp4 --report out/report-picture --overwrite
	$(RELEASE) stills 'index.html#t=5.2' --serve out/report-picture --at 3s --size 1200x860 -o out/report-picture-stills \
	    --overwrite
	cp out/report-picture-stills/0003000ms.png docs/images/report.png

# Save what more than 100 commands print and write, to compare two builds.
# Takes 4 minutes; run by hand before and after a refactoring:
#   make same SAME=before
#   make same SAME=after AGAINST=before
SAME ?= now
AGAINST ?=
same: program
	@scripts/install-dependencies.sh test
	python3 scripts/same $(RELEASE) out/same/$(SAME) $(if $(AGAINST),--against out/same/$(AGAINST))

# Provoke crashes, hangs and full disks during recordings, and write the results
# to out/campaign.md (docs/reliability.md). The same seed repeats the same runs.
RUNS ?= 300
SEED ?= 1
campaign:
	@scripts/install-dependencies.sh test
	swift build --build-tests $(WERROR)
	PAGEREEL_CAMPAIGN=$(RUNS) PAGEREEL_CAMPAIGN_SEED=$(SEED) \
		swift test --skip-build --disable-xctest --filter CampaignTests --no-parallel

# Fuzz each reader of bytes that others wrote, with libFuzzer and AddressSanitizer, and
# write a table to out/fuzz.md (docs/reliability.md). Two readers run at a time. What
# was learned stays in out/fuzz, so that a run can be continued:
#   make fuzz SECONDS=600
#   make fuzz SECONDS=60 READERS='timeline cron' JOBS=1
# The program is built in .build-fuzz, as in a release but with instrumentation, and
# only with the tests that have the readers (PAGEREEL_FUZZ in Package.swift).
SECONDS ?= 600
READERS ?=
JOBS ?= 2
FUZZ_BUILD = .build-fuzz
FUZZ_COVERAGE = edge,trace-cmp,inline-8bit-counters,pc-table
FUZZ_LIBRARY = $(firstword $(wildcard $(dir $(realpath $(shell command -v swiftc)))../lib/clang/*/lib/linux/libclang_rt.fuzzer_no_main-$(shell uname -m).a))
FUZZ_FLAGS = -c release --scratch-path $(FUZZ_BUILD) --sanitize address -Xswiftc -DFUZZING -Xswiftc -enable-testing \
    -Xswiftc -sanitize-coverage=$(FUZZ_COVERAGE) -Xcc -fsanitize-coverage=$(FUZZ_COVERAGE) \
    -Xlinker $(FUZZ_LIBRARY) -Xlinker -lstdc++
fuzz:
	@scripts/install-dependencies.sh test
	@[ -n "$(FUZZ_LIBRARY)" ] || { echo "The Swift toolchain has no libFuzzer (libclang_rt.fuzzer_no_main)." >&2; exit 69; }
	PAGEREEL_FUZZ=1 swift build $(FUZZ_FLAGS) --product pagereelPackageTests
	scripts/fuzz.py $(FUZZ_BUILD)/release/pagereelPackageTests.xctest $(SECONDS) $(JOBS) $(READERS)

# Record a batch of many rows while processes are killed, pages fail and the disk is
# full for a while. The same seed repeats the same run.
ROWS ?= 500
batch-campaign:
	@scripts/install-dependencies.sh test
	swift build --build-tests $(WERROR)
	PAGEREEL_BATCH_CAMPAIGN=$(ROWS) PAGEREEL_BATCH_CAMPAIGN_SEED=$(SEED) \
		swift test --skip-build --disable-xctest --filter BatchCampaignTests --no-parallel

# Record the rows on a real Slurm, with three nodes on this machine, while a worker
# is killed, a task requeued and a node lost; compare the videos with those of a
# local batch. Takes 15 minutes; run by hand, as root.
batch-test:
	@scripts/install-dependencies.sh cluster
	swift build --build-tests $(WERROR)
	scripts/batch-test.sh $(ROWS)

# Generate the manual pages from the declarations behind --help. They are named
# so that `man pagereel record` finds them. The generator is built with the same
# flags as the program, so that nothing is built twice.
MANUAL_FLAGS = -c release
MANUAL_BUILD = .build/release
MANUAL = $(MANUAL_BUILD)/manual
manual:
	swift build $(MANUAL_FLAGS) --product generate-manual
	rm -rf $(MANUAL) out/manual
	mkdir -p $(MANUAL)
	$(MANUAL_BUILD)/generate-manual $(MANUAL_BUILD)/pagereel --multi-page --output-directory $(MANUAL)
	mkdir -p out/manual
	for page in $(MANUAL)/*.1; do \
	    sed -e '/Xr pagereel.help/d' -e '/^\.\(Nm\|Xr\|Dt\) /s/\(pagereel\|PAGEREEL\)\./\1-/' \
	        $$page > out/manual/$$(basename $$page .1 | tr . -).1; \
	done
	rm -f out/manual/pagereel-help*.1

# Install for all users; may need root: make install PREFIX=/opt/pagereel
PREFIX = /usr/local
install: program
	$(MAKE) --no-print-directory manual
	scripts/install.sh .build/release out/manual $(PREFIX)

# Build a Debian package in out. The Swift runtime is linked statically, because
# Debian has no package for it. FoundationNetworking, which the page server's
# library uses, needs curl but does not link it by itself. PageProcess and
# PageSound, the libraries for the page's processes, are C and need neither.
DEB_BUILD = .build-deb
DEB_FLAGS = -c release --static-swift-stdlib --scratch-path $(DEB_BUILD)
DEB_PROGRAM_FLAGS = $(DEB_FLAGS) -Xlinker -lcurl
deb:
	@scripts/install-dependencies.sh package
	swift build $(DEB_PROGRAM_FLAGS) --product pagereel
	swift build $(DEB_PROGRAM_FLAGS) --product pagereel-engine
	swift build $(DEB_FLAGS) --product PageProcess
	swift build $(DEB_FLAGS) --product PageSound
	$(MAKE) --no-print-directory manual MANUAL_FLAGS='$(DEB_PROGRAM_FLAGS)' MANUAL_BUILD=$(DEB_BUILD)/release
	scripts/package.sh $(DEB_BUILD)/release out/manual $(DEB_BUILD)/checkouts out

# Test the package in a clean Debian of this release. Needs root, a network and
# some minutes; run by hand.
deb-test: deb
	scripts/test-package.sh "$$(ls -t out/pagereel_*.deb | head -n 1)"

# Build a container image of the package in out: an OCI image in one file.
image: deb
	@scripts/install-dependencies.sh image
	scripts/image.sh "$$(ls -t out/pagereel_*.deb | head -n 1)" out

# Build the files of a release of the last commit, and print the commands that publish it; nothing is tagged or uploaded.
# Needs root and half an hour: make release VERSION=1.2.3. docs/releases.md says what a version promises.
release:
	@scripts/install-dependencies.sh package
	@scripts/install-dependencies.sh site
	scripts/release.sh build $(VERSION)

# Test the image as an ordinary user, in a read-only container without
# capabilities, under Docker's seccomp profile. Needs root and a network.
image-test: image
	scripts/test-image.sh "$$(ls -t out/pagereel_*.oci.tar | head -n 1)"

# Check the action, the workflows, the jobs for GitLab and the examples of docs/ci.md with their schemas and linters.
ci-lint:
	scripts/lint-ci.sh

# Run the steps of the action for GitHub on this machine, as GitHub does. As root, with a package from make deb, also
# install that in a clean Debian; this needs a network and some minutes. Run by hand.
ci-test: ci-lint program
	@scripts/install-dependencies.sh test
	scripts/test-action.sh $(RELEASE) \
	    $(if $(filter 0,$(shell id -u)),$(firstword $(shell ls -t out/pagereel_*.deb 2>/dev/null)))

# Build and test the last commit in clean roots of Debian 12, 13 and sid, with
# WebKitGTK as released and as updated, and write a table to out/matrix.md.
# Needs root, a network and several hours; run by hand before each release:
# make matrix MATRIX='--root trixie --steps demo,package'
MATRIX ?=
matrix:
	@scripts/install-dependencies.sh matrix
	scripts/matrix.sh $(MATRIX)

# Check the source format and compile everything.
check:
	@scripts/install-dependencies.sh test
	swift format lint --strict --recursive Package.swift Plugins Sources Tests Examples Benchmarks
	swift build --build-tests $(WERROR)

format:
	swift format --in-place --recursive Package.swift Plugins Sources Tests Examples Benchmarks

# Record a moving page for 30 minutes: the recorder's memory must not grow.
# Takes 30 minutes; run by hand.
endurance: program
	scripts/endurance.sh $(RELEASE) 30

# Make 1000 short recordings in a row, then 20 at once: none may fail or hang.
# Takes about 30 minutes; run by hand.
many: program
	scripts/many.sh $(RELEASE) 1000

# Make a video of 10,000 different images: it must not need more memory than
# one of 100. Takes some minutes; run by hand.
many-pictures: program
	@scripts/install-dependencies.sh test
	scripts/many-pictures.sh $(RELEASE) 10000

# Compose 40 films at 3840x2160 with dissolves: that must not need more than 1.5 GB of
# memory. Takes 10 minutes; run by hand.
large-films: program
	@scripts/install-dependencies.sh test
	scripts/large-films.sh $(RELEASE) 40

# Measure the recording of three pages, and painting and encoding alone;
# docs/benchmark.md has the options. Takes 2 hours; run by hand on an idle
# machine: make benchmark BENCHMARK='--pages report --repeat 1'
BENCHMARK ?=
benchmark: program
	@scripts/install-dependencies.sh test
	swift build -c release --product Benchmark
	mkdir -p out
	.build/release/Benchmark measure --output out/benchmark.md $(BENCHMARK)
	$(MAKE) benchmark-peers

# Record two pages with pagereel, and with Chromium where its package
# chromium-headless-shell is installed: make benchmark-peers PEERS='--repeat 1'
PEERS ?=
benchmark-peers: program
	@scripts/install-dependencies.sh test
	swift build -c release --product Benchmark
	mkdir -p out
	.build/release/Benchmark peers --output out/benchmark-peers.md $(PEERS)

# Render the same timeline with pagereel and with an ffmpeg filter graph.
benchmark-timeline: program
	@scripts/install-dependencies.sh test
	swift build -c release --product Benchmark
	mkdir -p out
	.build/release/Benchmark timeline --output out/benchmark-timeline.md $(BENCHMARK)

# Count the instructions of a frame with valgrind, and write the counts with which a test compares later ones.
benchmark-instructions:
	@scripts/install-dependencies.sh test
	swift build --product Benchmark
	.build/debug/Benchmark instructions --write Benchmarks/instructions.json

clean:
	rm -rf .build $(DEB_BUILD) $(FUZZ_BUILD) out
