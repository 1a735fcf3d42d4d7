//! Writes notes on the chart of the demonstration's site, and shares its figures.

use askline_api::pipeline::app::App;
use askline_app::{annotations, shared_links};
use askline_domain::{
    annotations::input::{GivenKind, NewAnnotation},
    identity::secret::Secret,
    shared::calendar::Day,
    shared_links::{
        SharedPanel,
        input::{NewSharedLink, RangeInput},
    },
    sites::Site,
};

use super::sample_site::COMMAND;
use crate::{commands::audit_context, failure::Failure};

/// How many days ago each note is, its text and its kind.
const NOTES: [(i32, &str, GivenKind); 2] = [
    (19, "Guides rewritten with a summary at the top", GivenKind::Release),
    (8, "Newsletter about the spring issue", GivenKind::Note),
];
/// What the link shows.
const PANELS: [SharedPanel; 5] =
    [SharedPanel::Figures, SharedPanel::Chart, SharedPanel::Assistants, SharedPanel::Pages, SharedPanel::Citations];

/// Writes the notes and creates the link; returns its token.
pub(super) async fn fill(app: &App, site: &Site) -> Result<Secret, Failure> {
    let (instance, now) = (app.instance(), app.now());
    let context = audit_context(COMMAND);
    let today = Day::of(now, &site.time_zone().map_err(|error| Failure::failed(error.to_string()))?);
    for (days, text, kind) in NOTES {
        let date = Some(Day(today.0 - days).date().to_string());
        let note = NewAnnotation { date, time: None, text: text.into(), kind };
        annotations::create(&*instance.ports.annotations, site, note, today, &context).await?;
    }
    let new = NewSharedLink {
        name: format!("{} in AI answers", site.name),
        panels: PANELS.to_vec(),
        filter: None,
        range: RangeInput { days: Some(30), from: None, to: None },
        compare: Some(true),
        notes: Some(true),
        expires_at: None,
        password: None,
        embed: None,
    };
    let checked = shared_links::checked(instance, new, now).await?;
    let made =
        shared_links::create(&*instance.ports.shared_links, (site.org_id, site.id), checked, None, &context).await?;
    Ok(Secret::new(made.token.expose()))
}
