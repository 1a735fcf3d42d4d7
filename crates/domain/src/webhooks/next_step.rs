//! What to do about each alert, in one place for webhooks, emails, channels and pages.

use super::EventName;
use crate::shared::ids::{OrgId, SiteId};

/// What to do about an alert, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Advice {
    /// What happened, in English.
    pub title: &'static str,
    /// What happened, in German.
    pub german_title: &'static str,
    /// One sentence in English.
    pub english: &'static str,
    /// The same sentence in German.
    pub german: &'static str,
    /// The page of the dashboard for it.
    pub page: AlertPage,
}

/// A page of the dashboard to which an alert leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertPage {
    /// The citations of the site.
    Citations,
    /// The crawlers of the site.
    Crawlers,
    /// The overview of the site.
    Overview,
    /// The installation of the widget on the site.
    Installation,
    /// The credits of the organization.
    Credits,
    /// The API keys of the organization.
    Keys,
    /// The webhooks of the organization.
    Webhooks,
}

impl AlertPage {
    /// The path of the page on this instance. Without a site, a page of a site is the list of sites.
    pub fn path(self, org: OrgId, site: Option<SiteId>) -> String {
        let of_site = |page: &str| match site {
            Some(site) => format!("/sites/{site}/{page}"),
            None => format!("/orgs/{org}/sites"),
        };
        match self {
            Self::Citations => of_site("citations"),
            Self::Crawlers => of_site("crawlers"),
            Self::Overview => of_site("overview"),
            Self::Installation => of_site("start"),
            // A site's own limit is one of its settings.
            Self::Credits => {
                site.map_or_else(|| format!("/orgs/{org}/credits"), |site| format!("/sites/{site}/settings"))
            }
            Self::Keys => format!("/orgs/{org}/keys"),
            Self::Webhooks => format!("/orgs/{org}/webhooks"),
        }
    }
}

/// What to do about an event; `None` if the event is no alert.
pub fn advice(event: EventName) -> Option<Advice> {
    let ([title, german_title], english, german, page) = match event {
        EventName::CitationGained => (
            ["Cited more often", "Häufiger zitiert"],
            "See which pages the engine cites now, and keep them up to date.",
            "Sehen Sie nach, welche Seiten die KI-Suche jetzt zitiert, und halten Sie sie aktuell.",
            AlertPage::Citations,
        ),
        EventName::CitationLost => (
            ["Cited less often", "Seltener zitiert"],
            "See which sources the engine cites instead, and check that your page still answers the question.",
            "Sehen Sie nach, welche Quellen die KI-Suche stattdessen zitiert, und ob Ihre Seite die Frage noch beantwortet.",
            AlertPage::Citations,
        ),
        EventName::CrawlerRefused => (
            ["Your server refuses an AI crawler", "Ihr Server weist einen KI-Crawler ab"],
            "Check the firewall, the bot protection and the rate limits of your server, and allow the crawler\u{2019}s addresses.",
            "Prüfen Sie Firewall, Bot-Schutz und Anfragelimits Ihres Servers, und lassen Sie die Adressen des Crawlers zu.",
            AlertPage::Crawlers,
        ),
        EventName::ReferralsDropped => (
            ["Fewer visits from AI", "Weniger Besuche von KI"],
            "Check that the widget is on every page and that crawlers are answered, and compare the assistants that sent visits.",
            "Prüfen Sie, ob das Widget auf jeder Seite ist und Crawler Antworten bekommen, und vergleichen Sie, welche Assistenten Besuche brachten.",
            AlertPage::Overview,
        ),
        EventName::ReferralsRisen => (
            ["More visits from AI", "Mehr Besuche von KI"],
            "See which assistants and pages the visits belong to, and keep these pages up to date.",
            "Sehen Sie nach, zu welchen Assistenten und Seiten die Besuche gehören, und halten Sie diese Seiten aktuell.",
            AlertPage::Overview,
        ),
        EventName::SiteStale => (
            ["The widget is no longer seen", "Das Widget ist nicht mehr zu sehen"],
            "Check that the snippet is on the site and that nothing blocks its events.",
            "Prüfen Sie, ob der Code auf der Website ist und ob etwas seine Ereignisse blockiert.",
            AlertPage::Installation,
        ),
        EventName::MonitorFailing => (
            ["An engine\u{2019}s answers can\u{2019}t be read", "Antworten einer KI-Suche sind nicht lesbar"],
            "Install the latest release, which may read the engine\u{2019}s new responses; its rates miss the unread ones until then.",
            "Installieren Sie die neueste Version, die die neuen Antworten vielleicht lesen kann; bis dahin fehlen ungelesene in den Raten.",
            AlertPage::Citations,
        ),
        EventName::CreditsLow | EventName::CreditsExhausted => (
            match event {
                EventName::CreditsLow => ["Few credits are left", "Wenige Credits sind übrig"],
                _ => ["No credits are left", "Keine Credits sind übrig"],
            },
            "Run monitors less often or with fewer samples, or choose a larger plan.",
            "Führen Sie Monitore seltener oder mit weniger Antworten aus, oder wählen Sie einen größeren Tarif.",
            AlertPage::Credits,
        ),
        EventName::KeyExpiring => (
            ["An API key expires within seven days", "Ein API-Schlüssel läuft in sieben Tagen ab"],
            "Rotate the key, and replace it in every program that uses it.",
            "Erneuern Sie den Schlüssel, und ersetzen Sie ihn in jedem Programm, das ihn verwendet.",
            AlertPage::Keys,
        ),
        EventName::WebhookDisabled => (
            ["A webhook was disabled", "Ein Webhook wurde deaktiviert"],
            "Repair the receiver, enable the webhook again, and replay the messages that failed.",
            "Reparieren Sie den Empfänger, aktivieren Sie den Webhook wieder, und senden Sie fehlgeschlagene Nachrichten erneut.",
            AlertPage::Webhooks,
        ),
        _ => return None,
    };
    Some(Advice { title, german_title, english, german, page })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    /// The events that are alerts: something that a person may want to act on.
    const ALERTS: [EventName; 11] = [
        EventName::CitationGained,
        EventName::CitationLost,
        EventName::CrawlerRefused,
        EventName::ReferralsDropped,
        EventName::ReferralsRisen,
        EventName::SiteStale,
        EventName::MonitorFailing,
        EventName::CreditsLow,
        EventName::CreditsExhausted,
        EventName::KeyExpiring,
        EventName::WebhookDisabled,
    ];
    /// The maximum number of characters of a sentence: it must fit on a telephone.
    const MAX_CHARACTERS: usize = 160;

    #[test]
    fn every_alert_and_nothing_else_says_in_one_sentence_what_to_do() {
        for event in EventName::EVERY {
            let advice = advice(event);
            assert_eq!(advice.is_some(), ALERTS.contains(&event), "{event}");
            for text in advice.iter().flat_map(|advice| [advice.english, advice.german]) {
                assert!(text.ends_with('.') && text.matches(['.', '!', '?']).count() == 1, "{text}");
                assert!(text.chars().count() <= MAX_CHARACTERS, "{text}");
            }
        }
    }

    #[test]
    fn a_path_leads_to_a_page_of_the_site_or_of_the_organization() {
        let (org, site) = (OrgId::from_bits(1), SiteId::from_bits(2));
        assert_eq!(AlertPage::Crawlers.path(org, Some(site)), format!("/sites/{site}/crawlers"));
        assert_eq!(AlertPage::Crawlers.path(org, None), format!("/orgs/{org}/sites"));
        assert_eq!(AlertPage::Keys.path(org, Some(site)), format!("/orgs/{org}/keys"));
    }
}
