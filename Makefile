# Two targets do all set-up: `make demo` and `make test`.

.PHONY: demo test check same clock-check campaign format manual install deb deb-test image image-test matrix endurance many many-pictures benchmark benchmark-timeline benchmark-instructions clean

# Everything is compiled with warnings as errors, except for those who build
# with another compiler than ours and want to go on: make WERROR= test
WERROR ?= -Xswiftc -warnings-as-errors
DEMO = out/annual-report.mp4
RELEASE = .build/release/pagereel

# Records the annual report with sound and says where the video is.
demo:
	@scripts/install-dependencies.sh
	swift build -c release --product pagereel
	swift build -c release --product pagereel-engine
	swift build -c release --product PageClock
	$(RELEASE) record fixtures/html/annual-report.html -o $(DEMO) --overwrite \
	    --audio fixtures/audio/loop.ogg --audio-crossfade 50ms --audio-fade-in 1s --audio-fade-out 2s
	@echo "The video is $(DEMO); the command that made it is $(RELEASE)."

# Runs every test.
test:
	@scripts/install-dependencies.sh test
	@scripts/install-opentimelineio.sh >/dev/null
	swift build --build-tests $(WERROR)
	$(MAKE) --no-print-directory manual MANUAL_FLAGS='$(WERROR)' MANUAL_BUILD=.build/debug
	scripts/test.sh

# Ten seconds of every source of time at 30 and 60 fps: each frame must be
# exact, composited and as the page needs it. Takes twenty minutes; run by hand.
clock-check:
	@scripts/install-dependencies.sh test
	swift build --build-tests $(WERROR)
	PAGEREEL_LONG_TESTS=1 swift test --skip-build --disable-xctest --filter ClockCheck --no-parallel

# Records what more than a hundred commands print and write, to compare two
# builds. Takes four minutes; run by hand before and after a restructuring:
# make same SAME=before, make same SAME=after AGAINST=before
SAME ?= now
AGAINST ?=
same:
	@scripts/install-dependencies.sh test
	swift build -c release --product pagereel
	swift build -c release --product pagereel-engine
	swift build -c release --product PageClock
	python3 scripts/same $(RELEASE) out/same/$(SAME) $(if $(AGAINST),--against out/same/$(AGAINST))

# What dies, stops, lies or is full while a page is recorded; the table is
# written to out/campaign.md. The same seed is the same runs.
RUNS ?= 300
SEED ?= 1
campaign:
	@scripts/install-dependencies.sh test
	swift build --build-tests $(WERROR)
	PAGEREEL_CAMPAIGN=$(RUNS) PAGEREEL_CAMPAIGN_SEED=$(SEED) \
		swift test --skip-build --disable-xctest --filter CampaignTests --no-parallel

# The manual pages, from the same declarations as --help. Pages of commands
# are named as man looks for them: man pagereel record.
# The tool that writes them is built like the program, which is built already,
# and beside it.
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

# Installs for everybody: make install PREFIX=/opt/pagereel, as root if need be.
PREFIX = /usr/local
install:
	@scripts/install-dependencies.sh
	swift build -c release --product pagereel
	swift build -c release --product pagereel-engine
	swift build -c release --product PageClock
	$(MAKE) --no-print-directory manual
	scripts/install.sh .build/release out/manual $(PREFIX)

# A Debian package, in out. The Swift runtime is part of the program there, so
# that what the package depends on is in Debian; Foundation's part that the
# page server's library uses needs curl, which it does not ask for by itself.
# The library of the page's processes needs none of that.
DEB_BUILD = .build-deb
DEB_FLAGS = -c release --static-swift-stdlib --scratch-path $(DEB_BUILD)
DEB_PROGRAM_FLAGS = $(DEB_FLAGS) -Xlinker -lcurl
deb:
	@scripts/install-dependencies.sh package
	swift build $(DEB_PROGRAM_FLAGS) --product pagereel
	swift build $(DEB_PROGRAM_FLAGS) --product pagereel-engine
	swift build $(DEB_FLAGS) --product PageClock
	$(MAKE) --no-print-directory manual MANUAL_FLAGS='$(DEB_PROGRAM_FLAGS)' MANUAL_BUILD=$(DEB_BUILD)/release
	scripts/package.sh $(DEB_BUILD)/release out/manual $(DEB_BUILD)/checkouts out

# Installs the package into a clean Debian of this release and records there.
# Needs root and a network, and takes some minutes; run by hand.
deb-test: deb
	scripts/test-package.sh "$$(ls -t out/pagereel_*.deb | head -n 1)"

# A container image of the package, in out: an OCI image in one file.
image: deb
	@scripts/install-dependencies.sh image
	scripts/image.sh "$$(ls -t out/pagereel_*.deb | head -n 1)" out

# Records with the image as an ordinary user, in a read-only container without
# capabilities, under Docker's seccomp profile. Needs root and a network.
image-test: image
	scripts/test-image.sh "$$(ls -t out/pagereel_*.oci.tar | head -n 1)"

# Builds and tests the last commit in clean roots of Debian 12 and 13, with
# WebKitGTK as released and as updated, and writes a table to out/matrix.md.
# Needs root and a network, and takes hours; a part of each release, run by
# hand: make matrix MATRIX='--root trixie --steps demo,package'
MATRIX ?=
matrix:
	@scripts/install-dependencies.sh matrix
	scripts/matrix.sh $(MATRIX)

# Lints the format and compiles everything.
check:
	@scripts/install-dependencies.sh test
	swift format lint --strict --recursive Package.swift Sources Tests Examples Benchmarks
	swift build --build-tests $(WERROR)

format:
	swift format --in-place --recursive Package.swift Sources Tests Examples Benchmarks

# Thirty minutes of a moving page: the recorder's memory must not grow.
# Takes as long as it says; run by hand.
endurance:
	@scripts/install-dependencies.sh
	swift build -c release --product pagereel
	swift build -c release --product pagereel-engine
	swift build -c release --product PageClock
	scripts/endurance.sh $(RELEASE) 30

# A thousand short recordings in a row and 20 at once: none may hang. Takes
# about half an hour; run by hand.
many:
	@scripts/install-dependencies.sh
	swift build -c release --product pagereel
	swift build -c release --product pagereel-engine
	swift build -c release --product PageClock
	scripts/many.sh $(RELEASE) 1000

# A video of ten thousand different pictures: the memory that it takes must be
# that of a hundred. Takes some minutes; run by hand.
many-pictures:
	@scripts/install-dependencies.sh test
	swift build -c release --product pagereel
	swift build -c release --product pagereel-engine
	scripts/many-pictures.sh $(RELEASE) 10000

# Records three pages in every way and measures them, painting alone and
# encoding alone; docs/benchmark.md has its options. Takes two hours; run by
# hand on an idle machine: make benchmark BENCHMARK='--pages report --repeat 1'
BENCHMARK ?=
benchmark:
	@scripts/install-dependencies.sh test
	swift build -c release --product pagereel
	swift build -c release --product pagereel-engine
	swift build -c release --product PageClock
	swift build -c release --product Benchmark
	mkdir -p out
	.build/release/Benchmark measure --output out/benchmark.md $(BENCHMARK)

# The same timeline rendered by pagereel and by ffmpeg's filter graph.
benchmark-timeline:
	@scripts/install-dependencies.sh test
	swift build -c release --product pagereel
	swift build -c release --product pagereel-engine
	swift build -c release --product Benchmark
	mkdir -p out
	.build/release/Benchmark timeline --output out/benchmark-timeline.md $(BENCHMARK)

# Instructions of the conversion and the frame queue, counted by valgrind.
benchmark-instructions:
	@scripts/install-dependencies.sh benchmark
	swift build -c release --product Benchmark
	.build/release/Benchmark instructions

clean:
	rm -rf .build $(DEB_BUILD) out
