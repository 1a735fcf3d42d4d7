//! What syslog and containers write before a server's own line.

use memchr::memmem;

use crate::logs::line::{LogLine, Unreadable};

/// The abbreviations that a line of syslog without a year begins with.
const MONTHS: [&[u8]; 12] =
    [b"Jan ", b"Feb ", b"Mar ", b"Apr ", b"May ", b"Jun ", b"Jul ", b"Aug ", b"Sep ", b"Oct ", b"Nov ", b"Dec "];
/// The number of words before the data in a line of RFC 5424: version, time, host, program, process, message id.
const WORDS_OF_RFC5424: usize = 6;
/// What a message of RFC 5424 may begin with.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads a line of text, with or without what others write before it.
pub fn read_within<'a>(
    line: &'a [u8],
    read: impl Fn(&'a [u8]) -> Result<LogLine<'a>, Unreadable>,
) -> Result<LogLine<'a>, Unreadable> {
    if line.iter().any(|byte| matches!(byte, 0..=8 | 14..=31)) {
        return Err(Unreadable::Binary);
    }
    read(line).or_else(|problem| {
        let inner = content(line).ok_or(problem)?;
        read(inner).map_err(|_| problem)
    })
}

/// The server's line within a line of syslog or the journal, of `docker compose logs`, or of Kubernetes; `None` for any other line.
fn content(line: &[u8]) -> Option<&[u8]> {
    compose(line).or_else(|| kubernetes(line)).or_else(|| syslog(line))
}

/// `web-1  | …`
fn compose(line: &[u8]) -> Option<&[u8]> {
    let at = memmem::find(line, b" | ")?;
    let name = line[..at].trim_ascii_end();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    (!name.is_empty() && name.iter().all(is_name)).then(|| &line[at + 3..])
}

/// `2026-11-29T10:08:33.123456789Z stdout F …`
fn kubernetes(line: &[u8]) -> Option<&[u8]> {
    let mut words = line.splitn(4, |byte| *byte == b' ');
    words.next().filter(|time| time.first().is_some_and(u8::is_ascii_digit))?;
    words.next().filter(|stream| [&b"stdout"[..], b"stderr"].contains(stream))?;
    words.next().filter(|tag| [&b"F"[..], b"P"].contains(tag))?;
    words.next()
}

/// `<190>Nov 29 10:08:33 host nginx: …`, `Nov 29 10:08:33 host nginx[12]: …`, `2026-11-29T10:08:33+00:00 host nginx: …`, and
/// RFC 5424: `<190>1 2026-11-29T10:08:33Z host nginx - - - …`
fn syslog(line: &[u8]) -> Option<&[u8]> {
    let with_priority = line.strip_prefix(b"<").and_then(|rest| {
        let end = rest.iter().take(4).position(|byte| *byte == b'>')?;
        rest[..end].iter().all(u8::is_ascii_digit).then(|| &rest[end + 1..])
    });
    if let Some(rest) = with_priority.filter(|rest| rest.starts_with(b"1 ")) {
        let with_data = rest.splitn(WORDS_OF_RFC5424 + 1, |byte| *byte == b' ').nth(WORDS_OF_RFC5424)?;
        let end_of_data: &[u8] = if with_data.starts_with(b"[") { b"] " } else { b" " };
        let message = &with_data[memmem::find(with_data, end_of_data)? + end_of_data.len()..];
        return Some(message.strip_prefix(BYTE_ORDER_MARK).unwrap_or(message));
    }
    let rest = with_priority.unwrap_or(line);
    let has_iso_time = rest.get(4) == Some(&b'-') && rest.get(10) == Some(&b'T');
    if !has_iso_time && !MONTHS.iter().any(|month| rest.starts_with(month)) {
        return None;
    }
    // Times contain colons, too, but no space after one.
    memmem::find(rest, b": ").map(|at| &rest[at + 2..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_server_is_found_behind_what_others_write_before_it() {
        for before in [
            "<190>Nov 29 10:08:33 host nginx: ",
            "<30>1 2026-11-29T10:08:33Z host nginx 12 - - ",
            "<30>1 2026-11-29T10:08:33Z host nginx 12 - [a@1 b=\"c\" d=\"e\"] ",
            "<30>1 2026-11-29T10:08:33Z host nginx 12 - [a@1 b=\"c\"] \u{FEFF}",
            "Nov  9 10:08:33 host nginx[12]: ",
            "2026-11-29T10:08:33.1+00:00 host nginx: ",
            "web-1  | ",
            "2026-11-29T10:08:33.123456789Z stdout F ",
        ] {
            let line = format!("{before}1.2.3.4 - - [x: y | z]");
            let found = content(line.as_bytes()).map(String::from_utf8_lossy);
            assert_eq!(found.as_deref(), Some("1.2.3.4 - - [x: y | z]"), "{before}");
        }
        for line in [
            "",
            "<30>1 2026-11-29T10:08:33Z host nginx",
            "<30>1 a b c d e [x",
            "1.2.3.4 - - [x]",
            "<x>1.2.3.4",
            "{\"a\": \"b | c\"}",
            "some words: 1.2.3.4",
        ] {
            assert_eq!(content(line.as_bytes()), None, "{line}");
        }
    }
}
