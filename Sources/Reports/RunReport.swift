/// What a report shows of one run: a page that was recorded or checked.
///
/// It is embedded in the report's HTML as JSON, with these names. All times are in seconds. A page time counts
/// from when the page's first document began to arrive; a media time counts from the start of the video or the sound.
package struct RunReport: Sendable, Codable {
    /// What was done with the page.
    package enum Kind: String, Sendable, Codable {
        /// The page was recorded.
        case recording
        /// The page's signals were checked, without frames.
        case check
    }

    /// What was done with the page.
    package var kind: Kind
    /// The name of the case, or the page's title.
    package var title: String
    /// The page's address, without secrets.
    package var page: String
    /// When the run began: the machine's time, in ISO 8601 with its offset from UTC.
    package var date: String
    /// Whether the run ended as planned, and all that was expected of the page was met.
    package var isSuccess: Bool
    /// How the run ended, as a sentence.
    package var ending: String
    /// What was expected of the page.
    package var expectations: [Expected] = []
    /// The video or the sound; left out if no file was written, and in a check.
    package var media: Media?
    /// Pictures of the page, in order of time.
    package var pictures: [Picture] = []
    /// The parts of the page's time that the media has, in order: a pause ends one.
    ///
    /// Empty in a check.
    package var stretches: [Stretch] = []
    /// The end of the page's time.
    package var end: Double
    /// What happened, in order of time.
    package var moments: [Moment] = []
    /// What the page requested from the network and from files, in order of time.
    package var requests: [Request] = []
    /// When the page's clock stood still, in order of time.
    package var holds: [Hold] = []
    /// The frames for which the page needed longest, in order of time.
    package var longFrames: [LongFrame] = []
    /// The engine and the settings.
    package var facts: [Facts] = []
    /// The command that repeats the run, without secrets.
    package var command: String
    /// What the report does not show, as sentences.
    package var omissions: [String] = []

    /// Describes a run; the rest is added.
    package init(
        _ kind: Kind, title: String, page: String, date: String, isSuccess: Bool, ending: String, end: Double,
        command: String
    ) {
        self.kind = kind
        self.title = title
        self.page = page
        self.date = date
        self.isSuccess = isSuccess
        self.ending = ending
        self.end = end
        self.command = command
    }
}

extension RunReport {
    /// One thing that was expected of the page.
    package struct Expected: Sendable, Codable {
        /// The expectation, in the words of `--expect`.
        package var text: String
        /// Whether it was met.
        package var isMet: Bool
        /// What happened, as the end of a sentence.
        package var result: String

        /// Describes an expectation.
        package init(text: String, isMet: Bool, result: String) {
            (self.text, self.isMet, self.result) = (text, isMet, result)
        }
    }

    /// The file that the run wrote.
    package struct Media: Sendable, Codable {
        /// The name of the file beside the report.
        package var file: String
        /// The file's type (RFC 6838), such as `video/mp4`.
        package var type: String
        /// The length in seconds.
        package var duration: Double
        /// The video's size in pixels; left out of sound alone.
        package var width: Int?
        /// See ``width``.
        package var height: Int?
        /// The number of frames; left out of sound alone.
        package var frames: Int?
        /// The frame rate as numerator and denominator: `[30000, 1001]`; left out of sound alone.
        package var frameRate: [Int]?

        /// Describes a file with sound alone; the rest is added.
        package init(file: String, type: String, duration: Double) {
            (self.file, self.type, self.duration) = (file, type, duration)
        }
    }

    /// A picture of the page.
    package struct Picture: Sendable, Codable {
        /// The page time that it shows.
        package var pageTime: Double
        /// The media time that it shows; left out if the media does not have it.
        package var time: Double?
        /// The picture as a `data:` URL.
        package var data: String
        /// The size in pixels.
        package var width: Int
        /// See ``width``.
        package var height: Int
        /// What it shows beyond its time: the step that failed; left out otherwise.
        package var caption: String?

        /// Describes a picture.
        package init(pageTime: Double, time: Double?, data: String, width: Int, height: Int, caption: String? = nil) {
            self.pageTime = pageTime
            self.time = time
            self.data = data
            self.width = width
            self.height = height
            self.caption = caption
        }
    }

    /// A part of the page's time that the media has.
    package struct Stretch: Sendable, Codable {
        /// The page time of its beginning.
        package var pageTime: Double
        /// The media time of its beginning.
        package var time: Double
        /// The length.
        package var duration: Double

        /// Describes a part.
        package init(pageTime: Double, time: Double, duration: Double) {
            (self.pageTime, self.time, self.duration) = (pageTime, time, duration)
        }
    }

    /// Something that happened.
    package struct Moment: Sendable, Codable {
        /// The kind of a moment.
        package enum Kind: String, Sendable, Codable {
            case signal, mark, caption, step, error, console, warning
        }

        /// The kind.
        package var kind: Kind
        /// The page time; left out if it is not known, as of a warning.
        package var pageTime: Double?
        /// How long it lasted: how long a caption is shown; left out of what has no length.
        package var duration: Double?
        /// A line that says what happened.
        package var text: String
        /// More about it, which may have several lines: why a step failed; left out otherwise.
        package var detail: String?
        /// Whether something is wrong.
        package var isProblem: Bool

        /// Describes a moment.
        package init(
            _ kind: Kind, at pageTime: Double?, for duration: Double? = nil, _ text: String, detail: String? = nil,
            isProblem: Bool = false
        ) {
            self.kind = kind
            self.pageTime = pageTime
            self.duration = duration
            self.text = text
            self.detail = detail
            self.isProblem = isProblem
        }
    }

    /// A request of the page.
    package struct Request: Sendable, Codable {
        /// The method: `GET`.
        package var method: String
        /// The address, without secrets.
        package var address: String
        /// The HTTP status; left out without an answer over HTTP.
        package var status: Int?
        /// The media type of the answer; left out without an answer.
        package var type: String?
        /// The size of the answer's content in bytes; left out if it is not known.
        package var bytes: Int?
        /// The page time at which it began.
        package var pageTime: Double
        /// The page time at which it ended; left out if it had not.
        ///
        /// On the virtual clock, it is often the same as ``pageTime``, because the clock stands still.
        package var pageEnd: Double?
        /// When it began, in real time since the first request.
        package var realTime: Double
        /// The real time until the answer began; left out without an answer.
        package var wait: Double?
        /// The real time until it ended; left out if it had not.
        package var duration: Double?
        /// Why it failed; left out if it did not.
        package var failure: String?

        /// Describes a request that has begun; the rest is added.
        package init(method: String, address: String, pageTime: Double, realTime: Double) {
            (self.method, self.address, self.pageTime, self.realTime) = (method, address, pageTime, realTime)
        }
    }

    /// A time at which the page's clock stood still.
    package struct Hold: Sendable, Codable {
        /// The page time.
        package var pageTime: Double
        /// For how long it stood, in real time.
        package var duration: Double
        /// Why, as the end of a sentence: `2 requests had no answer yet`.
        package var reason: String

        /// Describes a hold.
        package init(pageTime: Double, duration: Double, reason: String) {
            (self.pageTime, self.duration, self.reason) = (pageTime, duration, reason)
        }
    }

    /// A frame for which the page needed long.
    package struct LongFrame: Sendable, Codable {
        /// The page time of the frame.
        package var pageTime: Double
        /// The real time from the refresh of the page's display until its picture was complete.
        package var duration: Double

        /// Describes a frame.
        package init(pageTime: Double, duration: Double) { (self.pageTime, self.duration) = (pageTime, duration) }
    }

    /// A group of facts about the run.
    package struct Facts: Sendable, Codable {
        /// The group's name: `Engine`.
        package var title: String
        /// Names and values, in order: `[["WebKitGTK", "2.50.6"]]`.
        package var rows: [[String]]

        /// Describes a group.
        package init(title: String, rows: [[String]]) { (self.title, self.rows) = (title, rows) }
    }
}
