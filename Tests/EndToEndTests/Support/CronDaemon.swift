import Foundation
import Subprocess
import TestSupport

/// Debian's cron in a mount namespace with the test's own crontab, mailer and run folder.
///
/// A cron on the machine is not affected.
enum CronDaemon {
    /// Whether it can be started: needs root with its capabilities, and the programs.
    static let isAvailable =
        SmallDisk.isAvailable
        && ["/usr/sbin/cron", "/usr/bin/crontab", "/usr/bin/unshare"].allSatisfy(
            FileManager.default.isExecutableFile(atPath:))

    /// Runs commands in the namespace, then cron during the closure.
    ///
    /// - Parameters:
    ///   - commands: A shell script that may use crontab(1); `$pagereel` is the program.
    ///   - folder: The working folder; gets a folder `mail` with a file for each mail.
    /// - Returns: The output of the commands.
    static func running(
        _ commands: String, in folder: TemporaryFolder, _ body: (Recording) async throws -> Void
    ) async throws -> Pagereel.Outcome {
        let script = try folder.write("cron/start.sh", Self.setUp + commands + "\nexec cron -f\n")
        _ = try folder.makeFolder("mail")
        return try await Pagereel.run(
            [],
            wrapper: [
                "unshare", "--mount", "env", "folder=\(folder.path)", "pagereel=\(Pagereel.executable)", "sh", "-eu",
                script,
            ],
            appendsExecutable: false, timeout: .seconds(100)
        ) { cron in
            try await body(cron)
            // All its children have ended by then.
            try cron.send(.kill)
        }
    }

    /// Puts the test's own in place of what cron looks at: crontabs, its process number, variables for all users, and
    /// sendmail, which need not be there: a folder of links stands for /usr/sbin.
    private static let setUp = """
        cd "$folder"
        mount --make-rprivate /
        mount -t tmpfs -o mode=755 tmpfs /var/spool/cron
        mkdir /var/spool/cron/crontabs
        chgrp crontab /var/spool/cron/crontabs
        chmod 1730 /var/spool/cron/crontabs
        mount -t tmpfs tmpfs /etc/cron.d
        mount -t tmpfs tmpfs /run
        : > cron/empty
        for file in /etc/crontab /etc/environment /etc/default/locale; do
            [ ! -e $file ] || mount --bind cron/empty $file
        done
        mkdir cron/real cron/sbin
        mount --bind /usr/sbin cron/real
        ln -s "$folder"/cron/real/* cron/sbin/
        rm -f cron/sbin/sendmail
        printf '#!/bin/sh\\ncat > "%s/cron/$$" && mv "%s/cron/$$" "%s/mail/"\\n' "$folder" "$folder" "$folder" \\
            > cron/sbin/sendmail
        chmod 755 cron/sbin/sendmail
        mount --bind cron/sbin /usr/sbin

        """
}
