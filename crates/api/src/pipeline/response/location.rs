//! The address of what a request created or started, for `Location`.

use std::collections::BTreeMap;

use axum::http::HeaderValue;
use serde_json::Value;

/// The address that a row declares, with its parameters filled in: `{siteId}` from the path of the request, `{data.job.id}` from
/// `data`. `None` if one of them is missing: an estimate started nothing, and a kept response may have only the id.
pub(crate) fn location_of(address: &str, path: &BTreeMap<String, String>, data: &Value) -> Option<HeaderValue> {
    let mut filled = String::new();
    let mut rest = address;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        filled.push_str(before);
        filled.push_str(match name.strip_prefix("data.") {
            Some(place) => place.split('.').try_fold(data, |value, member| value.get(member))?.as_str()?,
            None => path.get(name)?,
        });
        rest = after;
    }
    filled.push_str(rest);
    HeaderValue::try_from(filled).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_location_has_the_ids_of_the_path_and_of_the_data_or_is_left_out() {
        let path = BTreeMap::from([("siteId".to_owned(), "site_1".to_owned())]);
        let of = |address: &str, data: Value| {
            location_of(address, &path, &data).map(|value| value.to_str().expect("a text").to_owned())
        };
        assert_eq!(
            of("/p/{siteId}/{data.job.id}", json!({ "job": { "id": "job_1" } })).as_deref(),
            Some("/p/site_1/job_1")
        );
        assert_eq!(of("/me", json!(null)).as_deref(), Some("/me"));
        assert_eq!(of("/p/{data.job.id}", json!({ "credits": 1 })), None);
        assert_eq!(of("/p/{orgId}", json!({})), None);
        assert_eq!(of("/p/{data.id}", json!({ "id": "a\r\nb" })), None);
    }
}
