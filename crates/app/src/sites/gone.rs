//! Removes what belonged to deleted organizations and sites. Deleting only marks them; their rows are removed in pieces, and then
//! their events, which are in another database. If the process is killed, the next one continues, since the store knows what
//! remains.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use crate::{
    instance::Instance,
    ports::{StoreResult, again::again_if_rolled_back, all::Ports},
};

/// The maximum number of rows that one transaction removes: a few milliseconds of work.
const MAX_PIECE_ROWS: u32 = 1_000;
/// The pause between two pieces, so that others can write.
const PIECE_PAUSE: Duration = Duration::from_millis(20);
/// The maximum number of sites whose events are removed in one round.
const MAX_SITES_AT_ONCE: u32 = 500;
/// The maximum number of sites whose events one command removes; the service removes those of the others.
const MAX_SITES_OF_A_COMMAND: u32 = 10_000;

/// Removes what was deleted, in the background and one piece at a time. A failure is logged and left to [`take_up_removals`].
pub fn remove_what_is_gone(instance: &Arc<Instance>) {
    instance.removals.is_wanted.store(true, Ordering::SeqCst);
    let instance = instance.clone();
    tokio::spawn(async move {
        // A task that is already running sees the request before it ends.
        while instance.removals.is_wanted.load(Ordering::SeqCst) {
            let Ok(_turn) = instance.removals.running.try_lock() else { return };
            instance.removals.is_wanted.store(false, Ordering::SeqCst);
            if let Err(error) = remove_all(&instance.ports).await {
                tracing::warn!(%error, "What was deleted could not be removed; this will be tried again");
            }
        }
    });
}

/// Removes what was deleted earlier and still exists. Returns the number of sites whose events were removed.
pub async fn take_up_removals(instance: &Arc<Instance>) -> StoreResult<u64> {
    let removals = &instance.removals;
    let turn = removals.running.lock().await;
    let done = remove_all(&instance.ports).await;
    drop(turn);
    if removals.is_wanted.load(Ordering::SeqCst) {
        remove_what_is_gone(instance);
    }
    done
}

/// Removes what was deleted, for a command that runs beside a service. The service may still write events that it accepted before
/// it noticed the deletion, so the sites stay recorded: its next round, or the next start, removes such late events.
pub async fn remove_beside_a_service(ports: &Ports) -> StoreResult<()> {
    remove_rows(ports).await?;
    for site in ports.sites.removed_sites(MAX_SITES_OF_A_COMMAND).await? {
        ports.events.remove_site(site).await?;
    }
    Ok(())
}

/// Removes the rows of what was deleted, piece by piece.
async fn remove_rows(ports: &Ports) -> StoreResult<()> {
    while again_if_rolled_back(|| ports.organizations.remove_piece(MAX_PIECE_ROWS)).await? {
        tokio::time::sleep(PIECE_PAUSE).await;
    }
    Ok(())
}

async fn remove_all(ports: &Ports) -> StoreResult<u64> {
    remove_rows(ports).await?;
    let mut done = 0;
    loop {
        let sites = ports.sites.removed_sites(MAX_SITES_AT_ONCE).await?;
        if sites.is_empty() {
            return Ok(done);
        }
        for site in &sites {
            ports.events.remove_site(*site).await?;
            again_if_rolled_back(|| ports.sites.forget_removed_site(*site)).await?;
        }
        done += sites.len() as u64;
    }
}
