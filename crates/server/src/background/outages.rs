//! Signs of life of this server, and notes about an outage that it found.
//!
//! An outage is noted some seconds after it was found: a machine may set its clock right just after it started.

use std::time::Duration;

use askline_app::{
    annotations::{annotate_outage, give_sign},
    ports::{StoreResult, all::Ports},
};
use askline_domain::{annotations::outage::Outage, shared::clock::Clock};

use super::repeat::PIECE_PAUSE;

/// How often this server looks whether it has something to do.
pub(super) const LOOK_EVERY: Duration = Duration::from_secs(5);
/// How often it gives a sign of life.
const SIGN_EVERY: Duration = Duration::from_secs(60);
/// The number of sites that get their notes without a pause.
const SITES_AT_ONCE: usize = 50;

/// What this server knows about its own signs.
#[derive(Debug, Default)]
pub struct SignsOfLife {
    /// When it gave its last sign, by the monotonic clock.
    given: Option<Duration>,
    /// The outage that has no notes yet, and when this server found it; `None` if another one did.
    untold: Option<(Outage, Option<Duration>)>,
}

impl SignsOfLife {
    /// Gives a sign if one is due. Otherwise writes the notes about an outage, if this server `is_first`.
    pub async fn look(&mut self, ports: &Ports, clock: &dyn Clock, is_first: bool) -> StoreResult<()> {
        let (now, elapsed) = (clock.now(), clock.elapsed());
        let pause = self.given.map(|given| elapsed.saturating_sub(given));
        if pause.is_none_or(|pause| pause >= SIGN_EVERY) {
            let sign = give_sign(&*ports.outages, now, pause).await?;
            self.given = Some(elapsed);
            let found = |outage: Outage| (outage.to == sign.seen).then_some(elapsed);
            self.untold = sign.outage.map(|outage| (outage, found(outage)));
            return Ok(());
        }
        let Some((outage, found)) = self.untold.filter(|_| is_first) else { return Ok(()) };
        let right = match found {
            Some(found) => outage.by_clock(now, elapsed.saturating_sub(found)),
            None => Some(outage),
        };
        if let Some(right) = right {
            annotate_sites(ports, right).await?;
        }
        ports.outages.end_outage(&outage).await?;
        self.untold = None;
        Ok(())
    }
}

async fn annotate_sites(ports: &Ports, outage: Outage) -> StoreResult<()> {
    let sites = ports.sites.retention_days().await?;
    let mut annotated = 0_u64;
    for piece in sites.chunks(SITES_AT_ONCE) {
        for (site, _) in piece {
            annotated += u64::from(annotate_outage(ports, *site, outage).await?);
        }
        tokio::time::sleep(PIECE_PAUSE).await;
    }
    tracing::info!(from = %outage.from, to = %outage.to, sites = annotated, "Askline was down; {annotated} sites have a note about it");
    Ok(())
}
