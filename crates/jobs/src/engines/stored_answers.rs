//! Reads stored responses of engines again, without a request.

use std::collections::BTreeMap;

use askline_app::new_readings::StoredResponse;
use askline_domain::engines::{Engine, answer::EngineAnswer};
use serde_json::Value;
use url::Url;

use super::{
    requests::fault::Fault,
    responses::{kept_body::is_cut, reading::Reading, redirects::looks_like_redirect},
    vendors::{
        anthropic,
        gemini::{self, Grounded},
        openai, perplexity, xai,
    },
};

/// Reads a stored response as [`connect`](super::connect)ed engines read a new one.
///
/// `None` if the response was cut, if the rules find no answer in it, or if it is not known where its redirects lead.
pub fn read_stored(stored: StoredResponse<'_>) -> Option<EngineAnswer> {
    let json: Value = serde_json::from_str(stored.body).ok()?;
    if is_cut(&json) {
        return None;
    }
    let reading: Result<Reading, Fault> = match (stored.engine, &json) {
        (Engine::OpenAi, _) => openai::read(&json),
        // An answer that paused has several responses.
        (Engine::Anthropic, Value::Array(bodies)) => anthropic::read(bodies),
        (Engine::Anthropic, _) => anthropic::read(std::slice::from_ref(&json)),
        (Engine::Perplexity, _) => perplexity::read(&json),
        (Engine::Xai, _) => xai::read(&json),
        (Engine::Gemini, _) => {
            let grounded = gemini::read(&json).ok()?;
            let targets = targets_of(&grounded, &stored)?;
            Ok(grounded.leading_to(|url| targets.get(url.as_str()).cloned(), looks_like_redirect))
        }
    };
    reading.ok()?.into_answer(stored.model, String::new()).ok()
}

/// Where the redirects of an answer lead. If an earlier release did not keep that, the earlier reading shows it, as long as that has
/// one page for each source.
fn targets_of(grounded: &Grounded, stored: &StoredResponse<'_>) -> Option<BTreeMap<String, String>> {
    if let Some(targets) = stored.targets {
        return Some(targets.clone());
    }
    let addresses: Vec<Url> = grounded.addresses().filter_map(|address| Url::parse(address).ok()).collect();
    if !addresses.iter().any(looks_like_redirect) {
        return Some(BTreeMap::new());
    }
    if addresses.len() != grounded.addresses().count() || addresses.len() != stored.consulted.len() {
        return None;
    }
    let known = addresses.iter().zip(stored.consulted).filter(|(_, page)| page.page_known);
    Some(known.map(|(address, page)| (address.to_string(), page.url.clone())).collect())
}

#[cfg(test)]
mod tests {
    use askline_domain::citations::answer_reading::{CitedUrl, SourceOwner};

    use super::*;

    const GEMINI: &str = include_str!("examples/gemini.json");
    const ANTHROPIC: &str = include_str!("examples/anthropic.json");

    fn stored<'a>(
        engine: Engine,
        body: &'a str,
        targets: Option<&'a BTreeMap<String, String>>,
        consulted: &'a [CitedUrl],
    ) -> StoredResponse<'a> {
        StoredResponse { engine, model: "asked", body, targets, consulted }
    }

    fn of_gemini<'a>(targets: Option<&'a BTreeMap<String, String>>, consulted: &'a [CitedUrl]) -> StoredResponse<'a> {
        stored(Engine::Gemini, GEMINI, targets, consulted)
    }

    fn urls(answer: &EngineAnswer) -> Vec<(&str, bool)> {
        answer.consulted.iter().map(|source| (source.url.as_str(), source.page_known)).collect()
    }

    #[test]
    fn redirects_of_stored_answers_lead_where_they_led_and_are_not_read_without() {
        let json: Value = serde_json::from_str(GEMINI).expect("JSON");
        let grounded = gemini::read(&json).expect("an answer");
        let address = Url::parse(grounded.addresses().next().expect("a source")).expect("an address").to_string();
        let known = BTreeMap::from([(address, "https://example.org/a".to_owned())]);
        let none = BTreeMap::new();
        assert_eq!(read_stored(of_gemini(None, &[])), None);
        let found = read_stored(of_gemini(Some(&known), &[])).expect("an answer");
        assert_eq!(urls(&found)[0], ("https://example.org/a", true));
        // A redirect that could not be followed shows its host alone, as it did.
        let unknown = read_stored(of_gemini(Some(&none), &[])).expect("an answer");
        assert!(urls(&unknown).iter().all(|(_, is_known)| !is_known), "{unknown:?}");
        // Answers of earlier releases: the earlier reading has a page for each source.
        let page = |url: &str, page_known| CitedUrl {
            url: url.into(),
            domain: "example.org".into(),
            title: None,
            position: 1,
            owner: SourceOwner::Other,
            page_known,
        };
        let pages = [page("https://example.org/b", true), page("https://other.example/", false)];
        let found = read_stored(of_gemini(None, &pages)).expect("an answer");
        let [first, second] = &urls(&found)[..] else { panic!("two pages") };
        assert_eq!((*first, second.1), (("https://example.org/b", true), false));
        assert_eq!(read_stored(of_gemini(None, &pages[..1])), None);
    }

    #[test]
    fn a_response_that_was_cut_or_holds_no_answer_is_not_read() {
        let json: Value = serde_json::from_str(ANTHROPIC).expect("JSON");
        let several = Value::Array(vec![json.clone()]).to_string();
        let read = |body: &str| read_stored(stored(Engine::Anthropic, body, None, &[]));
        assert_eq!(read(ANTHROPIC), read(&several));
        assert!(read(ANTHROPIC).is_some_and(|answer| !answer.cited.is_empty()));
        let mut long = json;
        long["page"] = "x".repeat(crate::engines::MAX_RAW_BYTES).into();
        let cut = crate::engines::responses::kept_body::kept_json(&long.to_string(), &long);
        for body in [cut.as_str(), "", "{", "{}", "[]", "null", r#"{"cutAfterBytes":9,"beginning":"{"}"#] {
            assert_eq!(read(body), None, "{body}");
            assert_eq!(read_stored(stored(Engine::OpenAi, body, None, &[])), None, "{body}");
            assert_eq!(read_stored(stored(Engine::Gemini, body, None, &[])), None, "{body}");
        }
    }
}
