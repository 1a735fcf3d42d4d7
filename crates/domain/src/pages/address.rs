//! The address of a page in prompts: without fragment, and without parameters about the reader.
//!
//! The widget computes the same in `pageAddress` of `widget/src/first/page.ts`; `testdata/secret_parameter_cases.json`
//! tests both implementations.

use url::Url;

/// Parses an absolute `http` or `https` address; returns `None` for anything else.
pub fn parse_page(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

/// Returns the address of a page without its fragment, without campaign and click ids, and without parameters that
/// contain a secret or personal data. Other parameters stay unchanged.
pub fn page_address(page: &Url) -> String {
    with_parameters(page, |pair| !is_tracking(pair) && !is_secret(pair))
}

/// Returns the address of a page that is a source: without its fragment, campaign ids and click ids.
pub fn source_address(page: &Url) -> String {
    with_parameters(page, |pair| !is_tracking(pair))
}

fn with_parameters(page: &Url, is_kept: impl Fn(&str) -> bool) -> String {
    let query = page.query().unwrap_or_default();
    let kept: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty() && is_kept(pair)).collect();
    let bare = format!("{}{}", page.origin().ascii_serialization(), page.path());
    if kept.is_empty() { bare } else { format!("{bare}?{}", kept.join("&")) }
}

/// Words in the names of parameters that contain a secret or personal data.
const SECRET_WORDS: [&str; 15] = [
    "token",
    "key",
    "apikey",
    "auth",
    "session",
    "sid",
    "sig",
    "signature",
    "code",
    "otp",
    "email",
    "mail",
    "phone",
    "password",
    "secret",
];
/// Endings of such words, as in `PHPSESSID` and `jsessionid`.
const SECRET_ENDS: [&str; 2] = ["sessid", "sessionid"];

/// Whether a parameter, as written in an address, contains a secret or personal data: according to a word in its name,
/// or because its value is a JSON Web Token.
pub fn is_secret(pair: &str) -> bool {
    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
    is_web_token(value) || words_of(name).iter().any(|word| is_secret_word(word))
}

fn is_secret_word(word: &str) -> bool {
    SECRET_WORDS.contains(&word) || SECRET_ENDS.iter().any(|end| word.ends_with(end))
}

/// Returns the words of a name in lower case: `user%5Bemail%5D`, `api-key` and `apiKey` have two words each.
fn words_of(name: &str) -> Vec<String> {
    let mut plain = String::with_capacity(name.len() + 4);
    let mut letters = name.chars();
    while let Some(letter) = letters.next() {
        if letter == '%' {
            // The two digits of the escape are skipped.
            letters.by_ref().take(2).for_each(drop);
            plain.push(' ');
            continue;
        }
        if letter.is_ascii_uppercase() && plain.ends_with(|before: char| before.is_ascii_lowercase()) {
            plain.push(' ');
        }
        plain.push(letter);
    }
    plain.split(|letter: char| !letter.is_ascii_alphabetic()).map(str::to_ascii_lowercase).collect()
}

/// Whether the value begins with a header in base64url that encodes JSON, and a dot:
/// <https://www.rfc-editor.org/rfc/rfc7519#section-3>.
fn is_web_token(value: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    value
        .strip_prefix("eyJ")
        .and_then(|rest| rest.split_once('.'))
        .is_some_and(|(header, _)| !header.is_empty() && header.bytes().all(is_part))
}

/// Whether a parameter is a campaign or click id, which identifies how a reader came and not the page.
fn is_tracking(pair: &str) -> bool {
    const BEGINNINGS: [&str; 13] = [
        "utm_", "mtm_", "gad_", "gbraid=", "wbraid=", "mc_cid=", "mc_eid=", "igsh", "_gl=", "_ga=", "_hs", "mkt_tok=",
        "srsltid=",
    ];
    let name = pair.split('=').next().unwrap_or_default();
    let click = name.strip_suffix("clid").or_else(|| name.strip_suffix("clkid"));
    let is_click_id =
        pair.contains('=') && click.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_lowercase()));
    is_click_id || BEGINNINGS.iter().any(|beginning| pair.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    struct Cases {
        shown: Vec<Case>,
        kept: Vec<Case>,
    }

    #[derive(serde::Deserialize)]
    struct Case {
        address: String,
        expected: String,
    }

    #[test]
    fn what_carries_a_secret_or_a_person_is_left_out_as_the_shared_cases_say() {
        let cases: Cases =
            serde_json::from_str(include_str!("../../../../testdata/secret_parameter_cases.json")).expect("cases");
        assert!(cases.shown.len() > 10 && !cases.kept.is_empty());
        for Case { address, expected } in cases.shown {
            assert_eq!(page_address(&parse_page(&address).expect("an address")), expected);
        }
        for Case { address, expected } in cases.kept {
            let page = parse_page(&address).expect("an address");
            assert_eq!(with_parameters(&page, |pair| pair.starts_with("utm_") && !is_secret(pair)), expected);
        }
    }

    #[test]
    fn tracking_parameters_are_left_out_and_the_rest_stays_as_written() {
        for (address, expected) in [
            ("https://example.com/a?b=1&utm_source=x&c=%20&fbclid=1&=&#part", "https://example.com/a?b=1&c=%20&="),
            ("https://example.com?gclid=1&msclkid=2", "https://example.com/"),
            ("https://example.com/a?_gl=1*a&_ga=2&_hsenc=3&srsltid=4&mkt_tok=5&page=6", "https://example.com/a?page=6"),
            ("https://u:p@example.com:8443/a?gad_source=1&mc_cid=1&mc_eid=2&igshid=3", "https://example.com:8443/a"),
            ("http://example.com:80/x?clid=1&clids=2&aclid", "http://example.com/x?clids=2&aclid"),
        ] {
            assert_eq!(page_address(&parse_page(address).expect(address)), expected);
        }
        for text in ["", "/a", "ftp://example.com/", "https://", "javascript:alert(1)"] {
            assert!(parse_page(text).is_none(), "{text}");
        }
    }
}
