//! Tests sources: first lines, file names, leftover notes, sleeps, and reads of environment and clock.

mod first_lines;
mod schema_limits;

use crate::tree::{files, none};

#[test]
fn every_rust_file_opens_with_what_it_is() {
    let silent: Vec<String> =
        files(&[".rs"]).into_iter().filter(|(_, text)| !text.starts_with("//!")).map(|(path, _)| path).collect();
    none("no `//!` at the top", &silent);
}

#[test]
fn no_file_is_named_after_nothing() {
    let vague: Vec<String> = files(&[".rs", ".ts", ".tsx", ".mjs", ".sh"])
        .into_iter()
        .map(|(path, _)| path)
        .filter(|path| {
            let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or("");
            ["utils", "util", "helpers", "helper", "common", "misc", "manager", "stuff"].contains(&stem)
        })
        .collect();
    none("say what is in them", &vague);
}

#[test]
fn nothing_is_left_for_later_in_a_comment() {
    // Put together here, so that the test does not find this file.
    let marks = [["TO", "DO"].concat(), ["FIX", "ME"].concat(), ["XX", "X"].concat()];
    let mut left = Vec::new();
    for (path, text) in files(&[".rs", ".ts", ".mjs", ".sh", ".toml", ".sql", ".md"]) {
        for (number, line) in text.lines().enumerate() {
            if marks.iter().any(|mark| line.contains(mark.as_str())) {
                left.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none("do it now, or say in the documents that it is not done", &left);
}

/// The part of a name that permits a sleep: the random moment at which a process is killed or a receiver responds.
const FAULT: &str = "random_";

#[test]
fn no_test_sleeps_but_for_a_fault_at_a_random_moment() {
    let mut sleeps = Vec::new();
    for (path, text) in files(&[".rs"]).into_iter().filter(|(path, _)| path.contains("/tests/")) {
        for (number, line) in text.lines().enumerate() {
            // A timer that a test controls has a method of this name.
            if line.contains("sleep(") && !line.contains("fn sleep(") && !line.contains(FAULT) {
                sleeps.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none("wait by `askline_stand_in::until`, or move the clock", &sleeps);
}

#[test]
fn the_environment_is_read_by_the_settings_alone() {
    let readers: Vec<String> = files(&[".rs"])
        .into_iter()
        .filter(|(path, _)| path.starts_with("crates/") && path.contains("/src/"))
        .filter(|(path, _)| !path.starts_with("crates/server/src/config") && !path.starts_with("crates/tidy/"))
        // Reads a variable of the build, when the binary is compiled.
        .filter(|(path, _)| path != "crates/commit/src/lib.rs")
        .filter(|(_, text)| text.contains("env::var"))
        .map(|(path, _)| path)
        .collect();
    none("these read the environment", &readers);
}

#[test]
fn domain_and_use_cases_ask_a_clock_for_the_time() {
    let clocks: Vec<String> = files(&[".rs"])
        .into_iter()
        .filter(|(path, _)| path.starts_with("crates/domain/src/") || path.starts_with("crates/app/src/"))
        .filter(|(path, _)| !path.ends_with("/clock.rs"))
        .filter(|(_, text)| {
            ["Timestamp::now(", "Zoned::now(", "SystemTime::now(", "Instant::now("]
                .iter()
                .any(|call| text.contains(call))
        })
        .map(|(path, _)| path)
        .collect();
    none("these look at a clock of their own", &clocks);
}

/// Sources that read the path of an address, with what they need it for. None of them decides which page it is.
const PATH_READERS: [(&str, &str); 22] = [
    ("crates/domain/src/pages/identity/mod.rs", "decides which page an address means"),
    ("crates/domain/src/pages/identity/spelling.rs", "how a page's address is spelled"),
    ("crates/domain/src/pages/address.rs", "the stored form of a referrer or source"),
    ("crates/domain/src/pages/sitemap.rs", "the sections of a site, and files that are no pages"),
    ("crates/domain/src/citations/wrappers.rs", "the path of a search engine's redirect"),
    ("crates/domain/src/generation/page_texts.rs", "a text for a page without a title"),
    ("crates/domain/src/generation/page_texts/wanted.rs", "a glob for a page"),
    ("crates/domain/src/sites/origins.rs", "an origin has no path"),
    ("crates/domain/src/channels/address.rs", "the form of an address of a team chat"),
    ("crates/domain/src/oauth/client.rs", "a metadata document is not at the root of its host"),
    ("crates/api/src/resources/rules/trial.rs", "compared with globs"),
    ("crates/jobs/src/content_security_policy.rs", "compared with a policy"),
    ("crates/jobs/src/engines/responses/redirects.rs", "the path of an engine's redirect"),
    ("crates/jobs/src/generate/model.rs", "the address of a model"),
    ("crates/jobs/src/generate/site_reader.rs", "the ending of a file"),
    ("crates/jobs/src/generate/sitemaps.rs", "the ending of a file"),
    ("crates/jobs/src/install_probe.rs", "the address of a script"),
    ("crates/jobs/src/mail/smtp/address.rs", "an address of a mail server has no path"),
    ("crates/server/src/config.rs", "an address of the settings"),
    ("crates/server/src/config/bucket.rs", "an address of the settings"),
    ("crates/server/src/config/widget.rs", "an address of the settings"),
    ("crates/server/src/listen/widget_location.rs", "the address of the widget's file"),
];

/// The lines outside tests that read the path of an address.
fn lines_with_paths(text: &str) -> Vec<usize> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let reads = ["url.path()", "page.path()", "address.path()", "target.path()", "source.path()", "link.path()"];
    let is_read = |line: &str| reads.iter().any(|read| line.contains(read));
    code.lines().zip(1..).filter(|(line, _)| is_read(line)).map(|(_, number)| number).collect()
}

#[test]
fn which_page_an_address_means_is_decided_by_one_function() {
    let sources = files(&[".rs"]).into_iter().filter(|(path, _)| {
        path.starts_with("crates/")
            && path.contains("/src/")
            && !path.starts_with("crates/tidy/")
            && !path.ends_with("/tests.rs")
    });
    let mut others = Vec::new();
    for (path, text) in sources.filter(|(path, _)| !PATH_READERS.iter().any(|(known, _)| known == path)) {
        others.extend(lines_with_paths(&text).into_iter().map(|number| format!("{path}:{number}")));
    }
    none("use `askline_domain::pages::identity`, or list the file with what it needs the path for", &others);
}

#[test]
fn a_line_that_reads_the_path_of_an_address_is_found() {
    let text = "fn a(url: &Url) {\n    let key = url.path();\n}\n#[cfg(test)]\nmod tests { page.path() }\n";
    assert_eq!(lines_with_paths(text), [2]);
}
