//! What needs attention on a site: its widget, its citations, its organization's credits.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    citations::statistics::watch::marked_together,
    monitors::engine::Engine,
    shared::ids::SiteId,
    sites::{InstallStatus, Site},
};

/// How long a lost citation is reported; older losses are already known.
pub const LOSSES_TOLD: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Beyond this number of pairs of question and engine, additional ones make no difference: with so many, a loss needs
/// more evidence than nearly any change has.
const MAX_WATCHED: usize = 100_000;

/// What needs attention, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttentionCode {
    /// The last check of the site's page failed, and the widget was not seen since.
    InstallError,
    /// An engine cites the site clearly less often: this became clear within the last thirty days, and no later result
    /// contradicts it.
    CitationLost,
    /// The widget was not seen for seven days.
    Stale,
    /// The site has enabled monitors, and credits are low.
    CreditsLow,
    /// The widget was never seen, and the site has no events.
    NotInstalled,
}

/// One thing that needs attention.
#[derive(Debug, Clone, PartialEq)]
pub struct Attention {
    /// The reason.
    pub code: AttentionCode,
    /// Since when: for `Stale` when the widget was last seen, for `NotInstalled` when the site was created, for
    /// `InstallError` when the page was checked, for `CitationLost` when the loss became clear; `None` if unknown, and
    /// for `CreditsLow`.
    pub since: Option<Timestamp>,
    /// The lost citation; `None` for all other reasons.
    pub lost: Option<LostCitation>,
}

/// The state of a site's citations.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteStanding {
    /// The site.
    pub site_id: SiteId,
    /// Whether any of its monitors is enabled.
    pub has_monitors: bool,
    /// The number of pairs of a question and an engine that is asked it, over all enabled monitors.
    pub watched: u64,
    /// Lost citations that were not regained since, newest first.
    pub lost: Vec<LostCitation>,
}

/// An engine that cites a site clearly less often in answers to one question.
#[derive(Debug, Clone, PartialEq)]
pub struct LostCitation {
    /// The question.
    pub query: String,
    /// The engine.
    pub engine: Engine,
    /// The end of the run with which the loss became clear.
    pub at: Timestamp,
    /// The evidence for the loss, rounded down, as [`marked_together`] expects it.
    pub evidence: u64,
}

/// Keeps only the losses that are still clear when all of them are shown together, so that on average at most one in
/// twenty losses on the board is false; see [`marked_together`].
pub fn with_marked_losses(mut standings: Vec<SiteStanding>) -> Vec<SiteStanding> {
    let lost = || standings.iter().flat_map(|standing| &standing.lost);
    let mut wealths: Vec<f64> = lost().map(|lost| lost.evidence as f64).collect();
    let watched: u64 = standings.iter().map(|standing| standing.watched).sum();
    let unchanged = usize::try_from(watched).unwrap_or(usize::MAX).saturating_sub(wealths.len());
    wealths.extend(std::iter::repeat_n(0.0, unchanged.min(MAX_WATCHED)));
    let mut marked = marked_together(&wealths).into_iter();
    for standing in &mut standings {
        standing.lost.retain(|_| marked.next().unwrap_or(false));
    }
    standings
}

/// Returns what needs attention on a site, the most urgent first. `standing` is `None` for a site without monitors.
pub fn attention_of(
    site: &Site,
    standing: Option<&SiteStanding>,
    credits_are_low: bool,
    now: Timestamp,
) -> Vec<Attention> {
    let plain = |code, since| Attention { code, since, lost: None };
    let sightings = &site.sightings;
    let mut attention: Vec<Attention> = match sightings.status(now) {
        InstallStatus::Installed => None,
        InstallStatus::Pending => Some(plain(AttentionCode::NotInstalled, Some(site.created_at))),
        InstallStatus::Stale => Some(plain(AttentionCode::Stale, sightings.last_seen_at)),
        InstallStatus::Error => {
            Some(plain(AttentionCode::InstallError, sightings.check.as_ref().map(|check| check.checked_at)))
        }
    }
    .into_iter()
    .collect();
    if let Some(standing) = standing {
        attention.extend(standing.lost.iter().map(|lost| Attention {
            code: AttentionCode::CitationLost,
            since: Some(lost.at),
            lost: Some(lost.clone()),
        }));
        if standing.has_monitors && credits_are_low {
            attention.push(plain(AttentionCode::CreditsLow, None));
        }
    }
    attention.sort_by_key(|attention| attention.code);
    attention
}

/// Removes `NotInstalled` for a site with events: even if they were only imported, it does not wait for its first
/// event.
pub fn with_counts(mut attention: Vec<Attention>) -> Vec<Attention> {
    attention.retain(|one| one.code != AttentionCode::NotInstalled);
    attention
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        monitors::engine::Engine,
        shared::ids::{Id as _, SiteId},
    };

    fn standing(site: u128, watched: u64, evidence: &[u64]) -> SiteStanding {
        let lost = evidence.iter().map(|evidence| LostCitation {
            query: evidence.to_string(),
            engine: Engine::EVERY[0],
            at: Timestamp::UNIX_EPOCH,
            evidence: *evidence,
        });
        SiteStanding { site_id: SiteId::from_bits(site), has_monitors: true, watched, lost: lost.collect() }
    }

    fn marked(standings: Vec<SiteStanding>) -> Vec<usize> {
        with_marked_losses(standings).iter().map(|standing| standing.lost.len()).collect()
    }

    #[test]
    fn of_losses_that_are_shown_together_each_needs_the_more_evidence_the_more_is_watched() {
        assert_eq!(marked(vec![standing(1, 1, &[1_000])]), [1]);
        assert_eq!(marked(vec![standing(1, 2, &[1_500]), standing(2, 0, &[])]), [0, 0]);
        assert_eq!(marked(vec![standing(1, 2, &[2_000]), standing(2, 0, &[])]), [1, 0]);
        assert_eq!(marked(vec![standing(1, 2, &[9_000, 1_200]), standing(2, 4, &[2_100])]), [1, 0]);
        assert_eq!(marked(vec![standing(1, 2, &[9_000, 1_200]), standing(2, 4, &[3_100])]), [1, 1]);
        assert_eq!(marked(vec![standing(1, u64::MAX, &[1_000_000_000])]), [1], "beyond any bound nothing overflows");
    }
}
