//! Signs of life of this server, and notes about an outage that it found.
//!
//! An outage is noted some seconds after it was found: a machine may set its clock right just after it started.

use std::time::Duration;

use askline_app::{
    annotations::{annotate_outage, correct_outage, give_sign},
    ports::{StoreError, StoreResult, all::Ports},
};
use askline_domain::{
    annotations::outage::Outage,
    shared::{clock::Clock, ids::SiteId},
};

/// How often this server looks whether it has something to do.
pub(super) const LOOK_EVERY: Duration = Duration::from_secs(5);
/// How often it gives a sign of life.
const SIGN_EVERY: Duration = Duration::from_secs(60);
/// The maximum number of sites that get their notes between two looks, so that signs of life come in time.
const SITES_AT_ONCE: usize = 200;

/// What this server knows about its own signs.
#[derive(Debug, Default)]
pub struct SignsOfLife {
    /// When it gave its last sign, by the monotonic clock.
    given: Option<Duration>,
    /// The outage that has no notes yet, and when this server found it; `None` if another one did.
    untold: Option<(Outage, Option<Duration>)>,
    /// The notes that it is writing.
    notes: Option<Notes>,
}

/// Notes about an outage that are being written.
#[derive(Debug)]
struct Notes {
    outage: Outage,
    /// The sites that have no note yet.
    sites: Vec<SiteId>,
    /// How many sites have one.
    written: u64,
}

impl SignsOfLife {
    /// Gives a sign if one is due. Otherwise writes some of the notes about an outage, if this server `is_first`. A server that is no
    /// longer first leaves the rest to another one, which finds what is written.
    pub async fn look(&mut self, ports: &Ports, clock: &dyn Clock, is_first: bool) -> StoreResult<()> {
        let (now, elapsed) = (clock.now(), clock.elapsed());
        let pause = self.given.map(|given| elapsed.saturating_sub(given));
        if pause.is_none_or(|pause| pause >= SIGN_EVERY) {
            let sign = give_sign(&*ports.outages, now, pause).await?;
            self.given = Some(elapsed);
            let known = self.untold.filter(|(outage, _)| sign.outage == Some(*outage)).and_then(|(_, found)| found);
            let found = |outage: Outage| (outage.to == sign.seen).then_some(elapsed).or(known);
            self.untold = sign.outage.map(|outage| (outage, found(outage)));
            return Ok(());
        }
        let Some((outage, found)) = self.untold.filter(|_| is_first) else {
            self.notes = None;
            return Ok(());
        };
        let right = match found {
            Some(found) => outage.by_clock(now, elapsed.saturating_sub(found)),
            None => Some(outage),
        };
        if right != Some(outage) {
            // Stored first, so that the next sign, and another server, know it by the right clock.
            correct_outage(&*ports.outages, outage, right, now).await?;
            (self.untold, self.notes) = (right.map(|right| (right, None)), None);
            return Ok(());
        }
        let mut notes = match self.notes.take().filter(|notes| notes.outage == outage) {
            Some(notes) => notes,
            None => Notes::begun(ports, outage).await?,
        };
        let written = notes.write(ports).await;
        if written.is_err() || !notes.sites.is_empty() {
            self.notes = Some(notes);
            return written;
        }
        let Notes { outage: Outage { from, to }, written, .. } = notes;
        tracing::info!(%from, %to, sites = written, "Askline was down; {written} sites have a note about it");
        ports.outages.end_outage(&outage).await?;
        self.untold = None;
        Ok(())
    }
}

impl Notes {
    async fn begun(ports: &Ports, outage: Outage) -> StoreResult<Self> {
        let sites = ports.sites.retention_days().await?.into_iter().map(|(site, _)| site).collect();
        Ok(Self { outage, sites, written: 0 })
    }

    /// Writes the next notes. A site whose note cannot be written keeps no other from its own; a store that is away is asked again.
    async fn write(&mut self, ports: &Ports) -> StoreResult<()> {
        for _ in 0..SITES_AT_ONCE {
            let Some(site) = self.sites.pop() else { return Ok(()) };
            match annotate_outage(ports, site, self.outage).await {
                Ok(has_note) => self.written += u64::from(has_note),
                Err(error @ (StoreError::Unavailable(_) | StoreError::Uncertain(_))) => {
                    self.sites.push(site);
                    return Err(error);
                }
                Err(error) => {
                    tracing::warn!(%error, %site, "A site has no note about the time in which Askline was down")
                }
            }
        }
        Ok(())
    }
}
