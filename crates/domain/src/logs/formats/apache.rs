//! Compiles a `LogFormat` line of Apache, and the three formats that every server can write.

use thiserror::Error;

use crate::logs::formats::layout::{Field, Layout, MoreFields, TimeForm, Token};

/// The maximum length of a `LogFormat` line in bytes.
pub const MAX_LOG_FORMAT_BYTES: usize = 4_096;

/// Headers in which proxies pass on the address of the client.
///
/// Others, such as `X-Client-IP`, usually pass proxies as clients sent them.
const ADDRESS_HEADERS: [&str; 2] = ["x-forwarded-for", "x-real-ip"];

/// Why a `LogFormat` line is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InvalidLogFormat {
    /// Too long.
    #[error("the LogFormat line is longer than {MAX_LOG_FORMAT_BYTES} bytes")]
    TooLong,
    /// A directive that does not end.
    #[error("the LogFormat line ends within a directive that begins with %")]
    Unfinished,
    /// Two directives without anything between them.
    #[error("two directives of the LogFormat line have nothing between them, so nothing says where the first one ends")]
    Adjacent,
    /// A format without what every read needs.
    #[error("the LogFormat line has no {0}")]
    Lacks(&'static str),
}

/// `%h %l %u %t "%r" %>s %b`
pub fn common() -> Layout {
    known(r#"%h %l %u %t "%r" %>s %b"#, MoreFields::Refused)
}

/// `%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"`
pub fn combined() -> Layout {
    known(r#"%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i""#, MoreFields::Allowed)
}

/// `%v:%p`, then the combined format.
pub fn combined_vhost() -> Layout {
    known(r#"%v:%p %h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i""#, MoreFields::Allowed)
}

fn known(format: &str, more_fields: MoreFields) -> Layout {
    let tokens = tokens(format).expect("a test reads the same formats");
    Layout::new(tokens, more_fields).expect("a test reads the same formats")
}

/// Compiles a `LogFormat` line, whole (`LogFormat "…" name`) or only its format.
pub fn compile(line: &str) -> Result<Layout, InvalidLogFormat> {
    if line.len() > MAX_LOG_FORMAT_BYTES {
        return Err(InvalidLogFormat::TooLong);
    }
    let layout =
        Layout::new(tokens(&format_of(line.trim()))?, MoreFields::Refused).map_err(|_| InvalidLogFormat::Adjacent)?;
    let is_time = |field: &Field| matches!(field, Field::Time(_));
    let is_request = |field: &Field| matches!(field, Field::Request | Field::Path);
    for (is_there, lacking) in [
        (layout.has(is_time), "time (%t)"),
        (layout.has(is_request), "request (\"%r\")"),
        (layout.has(|field| *field == Field::Status), "status (%>s)"),
        (
            layout.has(|field| *field == Field::UserAgent),
            "user agent (\"%{User-Agent}i\"), by which crawlers are recognized",
        ),
    ] {
        if !is_there {
            return Err(InvalidLogFormat::Lacks(lacking));
        }
    }
    Ok(layout)
}

/// The format of a line of Apache's settings, with the backslashes before quotes removed.
fn format_of(line: &str) -> String {
    let directive = line.get(..9).filter(|name| name.eq_ignore_ascii_case("LogFormat"));
    let quoted = match directive {
        Some(_) => line[9..].trim_start(),
        None => line,
    };
    let is_quoted = quoted.starts_with('"') && (directive.is_some() || ends_with_its_quote(quoted));
    let inner = if is_quoted { &quoted[1..1 + end_of_quoted(&quoted[1..])] } else { quoted };
    let mut format = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('t') => format.push('\t'),
                Some('n') => format.push('\n'),
                Some(escaped) => format.push(escaped),
                None => format.push('\\'),
            },
            _ => format.push(character),
        }
    }
    format
}

fn ends_with_its_quote(quoted: &str) -> bool {
    1 + end_of_quoted(&quoted[1..]) == quoted.len() - 1
}

fn end_of_quoted(text: &str) -> usize {
    super::text::end_of_quoted(text.as_bytes()).unwrap_or(text.len())
}

fn tokens(format: &str) -> Result<Vec<Token>, InvalidLogFormat> {
    let has_final_status = format.contains("%>s");
    let (mut tokens, mut rest) = (Vec::new(), format);
    let text = |tokens: &mut Vec<Token>, text: &str| {
        if !text.is_empty() {
            tokens.push(Token::Text(text.to_owned()));
        }
    };
    while let Some(at) = rest.find('%') {
        text(&mut tokens, &rest[..at]);
        let (directive, after) = Directive::read(&rest[at + 1..]).ok_or(InvalidLogFormat::Unfinished)?;
        rest = after;
        match directive.letter {
            '%' => text(&mut tokens, "%"),
            't' if directive.argument.is_none() => {
                text(&mut tokens, "[");
                tokens.push(Token::Field(Field::Time(TimeForm::Common)));
                text(&mut tokens, "]");
            }
            // The status before an internal redirect.
            's' if has_final_status && !directive.is_final => tokens.push(Token::Field(Field::Ignored)),
            _ => push_field(&mut tokens, directive.field()),
        }
    }
    text(&mut tokens, rest);
    Ok(tokens)
}

/// Adds a field. A query right after its path, and a fraction right after its seconds, are one text with it.
fn push_field(tokens: &mut Vec<Token>, field: Field) {
    let continues = match tokens.last() {
        Some(Token::Field(Field::Path)) => field == Field::Query,
        Some(Token::Field(Field::Time(TimeForm::Number))) => field == Field::Fraction,
        _ => false,
    };
    if !continues {
        tokens.push(Token::Field(field));
    }
}

/// A directive: `%400,501{User-Agent}i`, `%>s`, `%{c}a`, `%{name}^ti`.
struct Directive<'a> {
    letter: char,
    argument: Option<&'a str>,
    /// Whether it has the `>` of a request's final state.
    is_final: bool,
    /// Whether it is a trailer, whose letter means something else.
    is_trailer: bool,
}

impl<'a> Directive<'a> {
    /// Reads a directive after its `%`, and returns what follows it.
    fn read(text: &'a str) -> Option<(Self, &'a str)> {
        let conditions = text.trim_start_matches(|sign: char| sign.is_ascii_digit() || "!,<>".contains(sign));
        let is_final = text[..text.len() - conditions.len()].contains('>');
        let (argument, rest) = match conditions.strip_prefix('{') {
            Some(inner) => inner.split_once('}').map(|(argument, rest)| (Some(argument), rest))?,
            None => (None, conditions),
        };
        let is_trailer = rest.starts_with('^');
        let rest = if is_trailer { rest.get(2..)? } else { rest };
        let letter = rest.chars().next()?;
        Some((Self { letter, argument, is_final, is_trailer }, &rest[letter.len_utf8()..]))
    }

    fn field(&self) -> Field {
        let argument = self.argument.unwrap_or_default().to_ascii_lowercase();
        if self.is_trailer {
            return Field::Ignored;
        }
        match (self.letter, argument.as_str()) {
            ('h' | 'a', "" | "c") => Field::Address,
            ('i', name) if ADDRESS_HEADERS.contains(&name) => Field::ForwardedFor,
            ('i', "user-agent") => Field::UserAgent,
            ('i', "referer") => Field::Referrer,
            ('i', "host") | ('v' | 'V', "") => Field::Host,
            ('t', _) => time_field(self.argument.unwrap_or_default()),
            ('p', "" | "canonical" | "local") => Field::Port,
            ('r', "") => Field::Request,
            ('m', "") => Field::Method,
            ('U', "") => Field::Path,
            ('q', "") => Field::Query,
            ('s', "") => Field::Status,
            ('b' | 'B', "") => Field::Bytes,
            _ => Field::Ignored,
        }
    }
}

/// The field of `%{…}t`: the beginning or the end of the request, as a number or by a pattern.
fn time_field(pattern: &str) -> Field {
    let pattern = pattern.strip_prefix("begin:").or_else(|| pattern.strip_prefix("end:")).unwrap_or(pattern);
    match pattern {
        "sec" | "msec" | "usec" => Field::Time(TimeForm::Number),
        "msec_frac" | "usec_frac" => Field::Fraction,
        _ => Field::Time(TimeForm::Pattern(pattern.to_owned())),
    }
}
