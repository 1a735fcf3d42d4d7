//! What a channel's message says: a title, a few lines and one link. Each service's form is made from it.
//!
//! Nothing here is markup: names and questions are text until a form escapes them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    reports::{ReportAudience, period::ReportPeriod},
    shared::{
        hidden_characters::is_invisible,
        ids::{OrgId, SiteId},
    },
    webhooks::{EventName, facts::Fact, message::Event, next_step::advice},
};

/// The maximum number of characters of a title.
pub const MAX_TITLE_CHARACTERS: usize = 140;
/// The maximum number of characters of a line.
pub const MAX_LINE_CHARACTERS: usize = 200;
/// The maximum number of lines.
pub const MAX_LINES: usize = 24;

/// What a message says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// The first line.
    pub title: String,
    /// Further lines.
    pub lines: Vec<String>,
    /// The page of the dashboard that it links to.
    pub path: String,
}

impl Notice {
    /// A notice with this text, which is cut to its limits.
    pub fn new(title: &str, lines: Vec<String>, path: String) -> Self {
        let lines = lines.iter().take(MAX_LINES).map(|line| shown(line, MAX_LINE_CHARACTERS)).collect();
        Self { title: shown(title, MAX_TITLE_CHARACTERS), lines, path }
    }

    /// The notice of an event; `site` is the name of the site that it is about.
    pub fn of_event(event: &Event, site: Option<&str>) -> Self {
        let what = title_of(event.name);
        let title = match site {
            Some(site) => format!("{what}: {site}"),
            None => what,
        };
        // An alert names the page for its next step.
        let path = event.data["nextStep"]["path"].as_str().filter(|path| path.starts_with('/')).map(str::to_owned);
        let path = path.unwrap_or_else(|| path_of(event.name, event.org_id, event.site_id()));
        Self::new(&title, lines_of(&event.data), path)
    }

    /// The notice of a test that a person requested.
    pub fn of_test(org: OrgId, channel: &str) -> Self {
        let lines = vec![format!("Notifications for “{channel}” arrive here.")];
        Self::new("Test message from Askline", lines, format!("/orgs/{org}/notifications"))
    }

    /// The notice of a site's report, whose first lines these are.
    pub fn of_report(
        (title, lines): (String, Vec<String>),
        site: SiteId,
        period: ReportPeriod,
        audience: ReportAudience,
    ) -> Self {
        let audience = if audience == ReportAudience::Client { "&audience=client" } else { "" };
        Self::new(&title, lines, format!("/sites/{site}/report?period={period}{audience}"))
    }

    /// The digest of what was left out during a day: the titles of the notices, and how many more there are.
    pub fn of_digest(site: Option<&str>, org: OrgId, about: Option<SiteId>, held: &[Self], more: u32) -> Self {
        let title = match site {
            Some(site) => format!("More of today: {site}"),
            None => "More of today".into(),
        };
        let mut lines: Vec<String> = held.iter().map(|notice| notice.title.clone()).collect();
        if more > 0 {
            lines.truncate(MAX_LINES - 1);
            lines.push(format!("and {more} more"));
        }
        let path = match about {
            Some(site) => format!("/sites/{site}/overview"),
            None => format!("/orgs/{org}/notifications"),
        };
        Self::new(&title, lines, path)
    }
}

/// What happened, as a sentence part that a site's name can follow.
fn title_of(event: EventName) -> String {
    if let Some(advice) = advice(event) {
        return advice.title.to_owned();
    }
    match event.as_str() {
        "key.created" => "An API key was created",
        "key.rotated" => "An API key was rotated",
        "key.revoked" => "An API key was revoked",
        "site.installed" => "The widget was detected",
        "prompt.generated" => "Prompts were generated",
        "citation.run_completed" => "A monitor run finished",
        "config.published" => "A widget configuration was published",
        "site.created" => "A site was added",
        "site.deleted" => "A site was deleted",
        "prompt.created" => "A prompt was created",
        "prompt.updated" => "A prompt was changed",
        "prompt.deleted" => "A prompt was deleted",
        "prompt.imported" => "Prompts were imported",
        "rule.created" => "A rule was created",
        "rule.updated" => "A rule was changed",
        "rule.deleted" => "A rule was deleted",
        "rule.reordered" => "The order of rules changed",
        "member.invited" => "Someone was invited",
        "member.joined" => "Someone joined",
        "member.updated" => "A member got another role or other sites",
        "member.removed" => "A member was removed or left",
        // A later event is shown by its name until it has a title here.
        other => other,
    }
    .to_owned()
}

/// The lines of an event: its facts, and what to do.
fn lines_of(data: &Value) -> Vec<String> {
    let mut lines: Vec<String> = Fact::all_of(data).iter().map(Fact::english).collect();
    lines.extend(data["nextStep"]["text"].as_str().map(str::to_owned));
    lines
}

fn path_of(event: EventName, org: OrgId, site: Option<SiteId>) -> String {
    let subject = event.as_str().split('.').next().unwrap_or_default();
    match (subject, site) {
        ("citation" | "monitor", Some(site)) => format!("/sites/{site}/citations"),
        ("crawler", Some(site)) => format!("/sites/{site}/crawlers"),
        ("prompt", Some(site)) => format!("/sites/{site}/prompts"),
        ("rule", Some(site)) => format!("/sites/{site}/rules"),
        ("config", Some(site)) => format!("/sites/{site}/widget"),
        ("site", Some(_)) if event == EventName::SiteDeleted => format!("/orgs/{org}/sites"),
        ("site", Some(site)) => format!("/sites/{site}/settings"),
        (_, Some(site)) => format!("/sites/{site}/overview"),
        ("key", None) => format!("/orgs/{org}/keys"),
        ("credits", None) => format!("/orgs/{org}/credits"),
        ("member", None) => format!("/orgs/{org}/members"),
        (_, None) => format!("/orgs/{org}/notifications"),
    }
}

/// A text on one line, without characters that nobody sees, cut to `most` characters.
fn shown(text: &str, most: usize) -> String {
    let seen = text.chars().filter(|character| !is_invisible(*character));
    let line: String = seen
        .map(
            |character| {
                if character.is_control() || matches!(character, '\u{2028}' | '\u{2029}') { ' ' } else { character }
            },
        )
        .collect();
    cut(line.trim(), most)
}

/// At most `most` characters of a text, with an ellipsis at the end if it is longer.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() > most { text.chars().take(most - 1).chain(['…']).collect() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use serde_json::json;

    use super::*;
    use crate::shared::ids::Id as _;

    fn event(name: EventName, data: Value) -> Event {
        Event { org_id: OrgId::from_bits(1), name, occurred_at: Timestamp::UNIX_EPOCH, data }
    }

    #[test]
    fn every_event_has_a_title() {
        for name in EventName::EVERY {
            let notice = Notice::of_event(&event(name, json!({})), None);
            assert_ne!(notice.title, name.as_str(), "write a title of {name}");
        }
    }

    #[test]
    fn a_change_of_a_citation_rate_says_question_engine_and_both_rates() {
        let site = SiteId::from_bits(3);
        let data = json!({ "citation": {
            "siteId": site, "query": "Which bike\nlock?", "engine": "openai",
            "change": { "before": { "rate": 0.123 }, "after": { "rate": 0.42 } },
        } });
        let notice = Notice::of_event(&event(EventName::CitationGained, data), Some("Nordlicht"));
        assert_eq!(notice.title, "Cited more often: Nordlicht");
        let expected = ["Question: Which bike lock?", "Engine: ChatGPT", "42% of answers, up from 12% (clear change)"];
        assert_eq!(notice.lines, expected);
        assert_eq!(notice.path, format!("/sites/{site}/citations"));
    }

    #[test]
    fn an_alert_says_its_figures_and_its_next_step() {
        let data = json!({
            "site": { "id": SiteId::from_bits(3), "name": "Nordlicht" },
            "referrals": { "date": "2026-11-29", "visits": 12, "expected": 40.4 },
            "nextStep": { "text": "Look at the pages that lost visits.", "path": "/sites/site_1/pages" },
        });
        let notice = Notice::of_event(&event(EventName::SiteStale, data), Some("Nordlicht"));
        let expected = ["12 visits on 2026-11-29, usually about 40", "Look at the pages that lost visits."];
        assert_eq!(
            (notice.lines.as_slice(), notice.path.as_str()),
            (&expected.map(String::from)[..], "/sites/site_1/pages")
        );
        let refused = json!({ "crawler": { "name": "GPTBot", "refused": 7 }, "nextStep": null });
        let notice = Notice::of_event(&event(EventName::SiteStale, refused), None);
        assert_eq!(notice.lines, ["Crawler: GPTBot, 7 refused requests"]);
    }

    #[test]
    fn a_text_is_cut_and_shows_no_hidden_characters() {
        let notice = Notice::new(&"\u{202E}x".repeat(500), vec!["a\r\nb\u{200B}".into(); 100], String::new());
        assert_eq!((notice.title.chars().count(), notice.lines.len()), (MAX_TITLE_CHARACTERS, MAX_LINES));
        assert!(notice.title.starts_with("xx") && notice.title.ends_with('…'));
        assert_eq!(notice.lines[0], "a  b");
    }

    #[test]
    fn a_digest_names_what_it_gathers_and_counts_the_rest() {
        let held: Vec<Notice> = (0..40).map(|n| Notice::new(&format!("n{n}"), Vec::new(), String::new())).collect();
        let digest = Notice::of_digest(Some("Nordlicht"), OrgId::from_bits(1), None, &held[..2], 0);
        assert_eq!(digest.lines, ["n0", "n1"]);
        let digest = Notice::of_digest(None, OrgId::from_bits(1), None, &held, 7);
        assert_eq!((digest.lines.len(), digest.lines[MAX_LINES - 1].as_str()), (MAX_LINES, "and 7 more"));
    }
}
