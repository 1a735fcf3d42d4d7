//! Domains that people take for one: with and without `www.`.
//!
//! Several sites may have one domain: an agency may want separate figures. The person who adds another one is warned.

/// The maximum number of existing sites that a warning names.
pub const MAX_SAME_DOMAIN_NAMED: u32 = 10;

/// The stored forms of a checked domain that mean the same pages: without and with `www.`.
pub fn stored_forms(domain: &str) -> [String; 2] {
    let bare = domain.strip_prefix("www.").unwrap_or(domain);
    [bare.to_owned(), format!("www.{bare}")]
}

/// Whether two checked domains mean the same pages.
pub fn is_same_domain(one: &str, other: &str) -> bool {
    stored_forms(one) == stored_forms(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{shared::violation::Violations, sites::check_domain};

    #[test]
    fn every_spelling_of_a_domain_has_the_same_stored_forms() {
        let checked = |text: &str| check_domain("domain", text, &mut Violations::new()).expect("a domain");
        for (one, other) in [
            ("example.com", "www.example.com"),
            ("example.com", "EXAMPLE.com."),
            ("bücher.example", "www.xn--bcher-kva.example"),
            ("BÜCHER.example", "bücher.example."),
        ] {
            assert!(is_same_domain(&checked(one), &checked(other)), "{one} {other}");
        }
        for (one, other) in
            [("example.com", "shop.example.com"), ("example.com", "example.org"), ("example.com", "wwwexample.com")]
        {
            assert!(!is_same_domain(&checked(one), &checked(other)), "{one} {other}");
        }
    }
}
