//! Finds the path that a caller probably meant. It differs from the one that was sent only in case, or in a slash at its end.

/// The maximum length of a path that is compared, in bytes.
const MAX_BYTES: usize = 200;

/// The path of the table that `sent` resembles, with the ids that were sent.
pub(super) fn similar_path(sent: &str, known: &[&'static str]) -> Option<String> {
    if sent.len() > MAX_BYTES {
        return None;
    }
    let sent: Vec<&str> = sent.trim_end_matches('/').split('/').collect();
    // A path with a fixed part, such as `/members/me`, comes before one with an id in its place.
    let fixed = |path: &&str| path.matches('{').count();
    let found = known.iter().filter(|path| resembles(path, &sent)).min_by_key(|path| fixed(path))?;
    let part = |(known, sent): (&'static str, &&str)| {
        if known.starts_with('{') { (*sent).to_owned() } else { known.to_owned() }
    };
    Some(found.split('/').zip(&sent).map(part).collect::<Vec<_>>().join("/"))
}

fn resembles(known: &str, sent: &[&str]) -> bool {
    let mut parts = known.split('/');
    let all = sent.iter().all(|sent| {
        parts.next().is_some_and(|known| {
            if known.starts_with('{') { !sent.is_empty() } else { known.eq_ignore_ascii_case(sent) }
        })
    });
    all && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_in_another_case_or_with_a_slash_at_its_end_leads_to_the_right_one() {
        let known = [
            "/api/v1/sites",
            "/api/v1/sites/{siteId}/config",
            "/api/v1/orgs/{orgId}/members/{userId}",
            "/api/v1/orgs/{orgId}/members/me",
        ];
        for (sent, meant) in [
            ("/API/v1/Sites", Some("/api/v1/sites")),
            ("/api/v1/sites/", Some("/api/v1/sites")),
            ("/api/v1/Sites/site_1/CONFIG", Some("/api/v1/sites/site_1/config")),
            ("/api/v1/orgs/org_1/members/Me", Some("/api/v1/orgs/org_1/members/me")),
            ("/api/v1/site", None),
            ("/api/v1/sites//config", None),
            ("/api/v1", None),
            ("/", None),
        ] {
            assert_eq!(similar_path(sent, &known).as_deref(), meant, "{sent}");
        }
        assert_eq!(similar_path(&format!("/api/v1/sites{}", "/".repeat(MAX_BYTES)), &known), None);
    }
}
