//! A page's address as it is put into prompts: without fragment and without what tells how a reader came. The widget
//! writes the same: `pageAddress` in `widget/src/page.ts`.

use url::Url;

/// An absolute `http` or `https` address; `None` for anything else.
pub fn parse_page(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

/// The address of a page without fragment and without campaign and click ids. Other parameters stay as they were
/// written.
pub fn page_address(page: &Url) -> String {
    let query = page.query().unwrap_or_default();
    let kept: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty() && !is_tracking(pair)).collect();
    let bare = format!("{}{}", page.origin().ascii_serialization(), page.path());
    if kept.is_empty() { bare } else { format!("{bare}?{}", kept.join("&")) }
}

/// Campaign and click ids: they tell how a reader came, not what the page is.
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

    #[test]
    fn what_tells_how_a_reader_came_is_left_out_and_the_rest_stays_as_written() {
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
