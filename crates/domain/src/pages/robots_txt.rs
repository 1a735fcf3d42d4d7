//! `robots.txt`: which pages a site allows programs to read. Source: RFC 9309; `Crawl-delay` and `Sitemap` are common
//! extensions. This module fetches nothing. No crate is used, so that Askline determines the limits and extensions.

use std::time::Duration;

/// The number of bytes of the file that are read; RFC 9309 requires at least 500 KiB.
pub const MAX_ROBOTS_BYTES: usize = 500 * 1024;
/// The name by which a site addresses Askline's crawler.
pub const PRODUCT_TOKEN: &str = "askline";
/// The longest pause between two requests that is respected. Ten seconds are common; with a longer pause, fewer pages
/// are read.
pub const MAX_CRAWL_DELAY: Duration = Duration::from_secs(30);
/// The maximum number of sitemaps that are read.
const MAX_SITEMAPS: usize = 10;

/// The rules of a site for Askline.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RobotsTxt {
    rules: Vec<Rule>,
    /// The pause between two requests, at most [`MAX_CRAWL_DELAY`].
    pub crawl_delay: Option<Duration>,
    /// Addresses of sitemaps, as they are written.
    pub sitemaps: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
struct Rule {
    allows: bool,
    pattern: String,
}

/// A group of rules, with the robots that it is for.
#[derive(Debug, Clone, Default, PartialEq)]
struct Group {
    agents: Vec<String>,
    rules: Vec<Rule>,
    crawl_delay: Option<Duration>,
}

/// The file, for any robot.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RobotsFile {
    groups: Vec<Group>,
    sitemaps: Vec<String>,
}

impl RobotsFile {
    /// Parses the file.
    pub fn parse(text: &str) -> Self {
        let text = &text[..text.floor_char_boundary(MAX_ROBOTS_BYTES)];
        let (mut file, mut names_agents) = (Self::default(), false);
        for line in text.trim_start_matches('\u{FEFF}').lines().flat_map(|line| line.split('\r')) {
            let line = line.split('#').next().unwrap_or("");
            let Some((key, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            let key = key.trim().to_ascii_lowercase();
            if key == "user-agent" {
                if !names_agents {
                    file.groups.push(Group::default());
                }
                names_agents = true;
                if let Some(group) = file.groups.last_mut() {
                    group.agents.push(product_token(value));
                }
                continue;
            }
            if key == "sitemap" {
                if file.sitemaps.len() < MAX_SITEMAPS {
                    file.sitemaps.push(value.to_owned());
                }
                continue;
            }
            let Some(group) = file.groups.last_mut() else { continue };
            match key.as_str() {
                // An empty pattern has no effect.
                "allow" | "disallow" if !value.is_empty() => {
                    group.rules.push(Rule { allows: key == "allow", pattern: normal_pattern(value) });
                }
                "crawl-delay" => group.crawl_delay = delay_of(value),
                "allow" | "disallow" => {}
                _ => continue,
            }
            names_agents = false;
        }
        file
    }

    /// The rules for a robot, by its name or user agent, whose first word is its product token. All groups for the token apply;
    /// without such a group, those for `*`.
    pub fn rules_for(&self, robot: &str) -> RobotsTxt {
        let token = product_token(robot);
        let is_for = |group: &&Group, agent: &str| group.agents.iter().any(|name| name == agent);
        let is_named = self.groups.iter().any(|group| is_for(&group, &token));
        let agent = if is_named { token.as_str() } else { "*" };
        let mut robots = RobotsTxt { sitemaps: self.sitemaps.clone(), ..RobotsTxt::default() };
        for group in self.groups.iter().filter(|group| is_for(group, agent)) {
            robots.rules.extend(group.rules.iter().cloned());
            robots.crawl_delay = robots.crawl_delay.max(group.crawl_delay);
        }
        robots
    }
}

impl RobotsTxt {
    /// Parses the file for [`PRODUCT_TOKEN`].
    pub fn parse(text: &str) -> Self {
        RobotsFile::parse(text).rules_for(PRODUCT_TOKEN)
    }

    /// The number of its rules: what [`Self::allows`] costs.
    pub fn rules(&self) -> usize {
        self.rules.len()
    }

    /// Whether a path with its query may be read. The longest matching rule decides; of two equally long ones, the one
    /// that allows it.
    pub fn allows(&self, path_and_query: &str) -> bool {
        let path = normal(path_and_query);
        if path == "/robots.txt" {
            return true;
        }
        let matching = self.rules.iter().filter(|rule| matches(&rule.pattern, &path));
        matching.max_by_key(|rule| (rule.pattern.len(), rule.allows)).is_none_or(|rule| rule.allows)
    }
}

/// Returns the product token, such as `askline` for `Askline/1.0`.
fn product_token(value: &str) -> String {
    if value.starts_with('*') {
        return "*".into();
    }
    let end = value.find(|c: char| !(c.is_ascii_alphabetic() || matches!(c, '-' | '_'))).unwrap_or(value.len());
    value[..end].to_ascii_lowercase()
}

fn delay_of(value: &str) -> Option<Duration> {
    let seconds: f64 = value.parse().ok()?;
    let most = MAX_CRAWL_DELAY.as_secs_f64();
    (seconds.is_finite() && seconds > 0.0).then(|| Duration::from_secs_f64(seconds.min(most)))
}

/// Returns the normal form of a pattern, in which each `*` and a final `$` have a meaning. For the literal characters,
/// sites write `%2A` and `%24`: RFC 9309, section 2.2.3.
fn normal_pattern(pattern: &str) -> String {
    let (before, end) = match pattern.strip_suffix('$') {
        Some(before) => (before, "$"),
        None => (pattern, ""),
    };
    before.split('*').map(normal).collect::<Vec<_>>().join("*") + end
}

/// Returns the normal form of a path: unnecessary escapes are decoded, and necessary ones, including those of `*` and
/// `$`, are in upper case.
fn normal(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut written = String::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escaped = (byte == b'%').then(|| bytes.get(at + 1..at + 3)).flatten();
        let escaped = escaped.filter(|two| two.iter().all(u8::is_ascii_hexdigit));
        let number = escaped.and_then(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
        match number {
            Some(number) if number.is_ascii_alphanumeric() || matches!(number, b'-' | b'.' | b'_' | b'~') => {
                written.push(char::from(number));
                at += 3;
            }
            Some(number) => {
                written.push_str(&format!("%{number:02X}"));
                at += 3;
            }
            None if byte.is_ascii_graphic() && !matches!(byte, b'*' | b'$') => {
                written.push(char::from(byte));
                at += 1;
            }
            None => {
                written.push_str(&format!("%{byte:02X}"));
                at += 1;
            }
        }
    }
    written
}

/// Whether `pattern` matches the beginning of `path`; `*` matches any text, and a final `$` the end of the path.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, is_whole) = match pattern.strip_suffix('$') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut parts = pattern.split('*').peekable();
    let Some(mut rest) = parts.next().and_then(|first| path.strip_prefix(first)) else { return false };
    if parts.peek().is_none() {
        return !is_whole || rest.is_empty();
    }
    // Each part matches as early as possible; the last one must be at the end if the pattern has a final `$`.
    while let Some(part) = parts.next() {
        if parts.peek().is_none() && is_whole {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(robots: &str, path: &str, expected: bool) {
        assert_eq!(RobotsTxt::parse(robots).allows(path), expected, "{robots:?} {path}");
    }

    #[test]
    fn the_longest_rule_decides() {
        let robots = "User-agent: *\nDisallow: /shop\nAllow: /shop/public\n";
        check(robots, "/", true);
        check(robots, "/shop/cart", false);
        check(robots, "/shopping", false);
        check(robots, "/shop/public/1", true);
        check("User-agent: *\nDisallow: /a\nAllow: /a", "/a", true);
        check("User-agent: *\nDisallow:", "/a", true);
        check("Disallow: /", "/", true);
    }

    #[test]
    fn stars_and_ends_are_understood() {
        check("User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf", false);
        check("User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf?x", true);
        check("User-agent: *\nDisallow: /*?", "/a?b", false);
        check("User-agent: *\nDisallow: /a*b*c", "/a1b2", true);
        check("User-agent: *\nDisallow: /a*b*c", "/a1b2c3", false);
        check("User-agent: *\nDisallow: /$", "/", false);
        check("User-agent: *\nDisallow: /$", "/a", true);
    }

    #[test]
    fn our_own_group_outweighs_the_one_for_all_and_several_count_together() {
        let robots = "user-agent: *\ndisallow: /\n\nUser-Agent: Other\nUser-Agent: ASKLINE/2\nDisallow: /b\n\
                      Crawl-delay: 2\n\nUser-agent: askline\nDisallow: /c # here\nCrawl-delay: 900\n";
        check(robots, "/a", true);
        check(robots, "/b", false);
        check(robots, "/c", false);
        assert_eq!(RobotsTxt::parse(robots).crawl_delay, Some(MAX_CRAWL_DELAY));
        let usual = RobotsTxt::parse("User-agent: *\nCrawl-delay: 10");
        assert_eq!(usual.crawl_delay, Some(Duration::from_secs(10)));
        check("User-agent: asklinebot\nDisallow: /", "/", true);
    }

    #[test]
    fn each_robot_gets_the_groups_that_name_it_or_those_for_all() {
        let file = RobotsFile::parse(
            "User-agent: *\nDisallow: /all\n\nUser-agent: GPTBot\nUser-agent: OAI-SearchBot\nDisallow: /both\n\n\
             User-agent: gptbot\nDisallow: /one\nAllow: /one/not\n",
        );
        for (robot, path, expected) in [
            ("GPTBot", "/all", true),
            ("GPTBot/1.3", "/both", false),
            ("GPTBot", "/one/x", false),
            ("GPTBot", "/one/not/x", true),
            ("OAI-SearchBot", "/one/x", true),
            ("OAI-SearchBot", "/both", false),
            ("ClaudeBot", "/all", false),
            ("ClaudeBot", "/both", true),
            ("GPTBotter", "/both", true),
        ] {
            assert_eq!(file.rules_for(robot).allows(path), expected, "{robot} {path}");
        }
    }

    #[test]
    fn however_a_path_is_encoded_it_is_the_same() {
        check("User-agent: *\nDisallow: /%7Ejoe/ü", "/~joe/%c3%bc", false);
        check("User-agent: *\nDisallow: /a%2fb", "/a/b", true);
        // The examples of RFC 9309, section 2.2.3.
        check("User-agent: *\nDisallow: /path/file-with-a-%2A.html", "/path/file-with-a-*.html", false);
        check("User-agent: *\nDisallow: /path/foo-%24", "/path/foo-$", false);
        check("User-agent: *\nDisallow: /path/foo-%24", "/path/foo-%24x", false);
        check("User-agent: *\nDisallow: /a$b", "/a$b", false);
        check("User-agent: *\nDisallow: /a%+1", "/a%01", true);
    }

    #[test]
    fn sitemaps_are_listed_regardless_of_the_group_they_are_in() {
        let robots = RobotsTxt::parse("Sitemap: https://example.com/a.xml\r\nUser-agent: x\r\nSITEMAP: /b.xml\r\n");
        assert_eq!(robots.sitemaps, ["https://example.com/a.xml", "/b.xml"]);
    }

    proptest! {
        #[test]
        fn no_file_makes_the_reader_panic(text: String, path: String) {
            let _ = RobotsTxt::parse(&text).allows(&path);
        }

        #[test]
        fn what_is_forbidden_stays_so_with_more_behind_it(path in "/[a-c/]{0,6}", more in "[a-c/?]{0,6}") {
            let robots = RobotsTxt::parse(&format!("User-agent: *\nDisallow: {path}"));
            let longer = path + &more;
            prop_assert!(!robots.allows(&longer));
        }
    }
}
