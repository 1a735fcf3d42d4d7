//! Finds the format of a log by its first lines.

use jiff::Timestamp;

use crate::logs::{
    formats::{FormatName, LogFormat, LogReader},
    line::Entry,
};

/// The maximum number of lines that a guess needs.
pub const MAX_GUESS_LINES: usize = 100;

/// The formats that are tried, from the one with the most structure to the one with the least.
const TRIED: [FormatName; 14] = [
    FormatName::Cloudfront,
    FormatName::IisW3c,
    FormatName::Vercel,
    FormatName::Cloudflare,
    FormatName::Fastly,
    FormatName::Netlify,
    FormatName::Haproxy,
    FormatName::Bunny,
    FormatName::Caddy,
    FormatName::Traefik,
    FormatName::NginxJson,
    FormatName::CombinedVhost,
    FormatName::Combined,
    FormatName::Common,
];

/// The format in which most of the lines are requests, of the first [`MAX_GUESS_LINES`]; `None` if no format fits any line.
pub fn guess_format<'l>(lines: impl Iterator<Item = &'l [u8]> + Clone, now: Timestamp) -> Option<LogFormat> {
    let requests_in = |name: &FormatName| {
        let format = LogFormat::named(*name)?;
        let mut reader = LogReader::new(format.clone(), now);
        let mut count = 0_usize;
        for line in lines.clone().take(MAX_GUESS_LINES) {
            reader.read(line, &mut |entry| count += usize::from(matches!(entry, Entry::Request(_))));
        }
        (count > 0).then_some((count, format))
    };
    // The first one of equals: `max_by_key` returns the last.
    TRIED.iter().rev().filter_map(requests_in).max_by_key(|(count, _)| *count).map(|(_, format)| format)
}
