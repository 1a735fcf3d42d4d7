//! Limits on open connections: in total, for each address, and for its networks.
//!
//! If all slots are taken when a connection arrives, the one that has been idle longest is closed. If none is idle, the
//! one whose client has been slow for longest within its requests is closed. A connection is never closed while the
//! server works on a request, nor in the first second in which its first request may be on its way.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use askline_domain::requests::quota::{AddressCaller, NETWORK_TIMES, NetworkCaller, WIDE_NETWORK_TIMES};
use ipnet::IpNet;
use metrics::counter;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::listen::{
    connection_activity::{ConnectionActivity, Shortage},
    timer::SharedTimer,
};

/// The maximum number of idle connections that one search remembers.
const MAX_FOUND_IDLE: usize = 256;

/// The limits of a listener.
#[derive(Debug, Clone)]
pub struct ConnectionBounds {
    /// The total number of connections. Before another one is accepted, the one that has been idle longest is closed, or
    /// else one with a slow client; if there is neither, the new one waits.
    pub all: usize,
    /// Connections of one address (for IPv6, of one /64); further ones are closed. 0 means no limit. Whole networks may
    /// have more, as `ConnectionBounds::of_networks` says.
    pub each: usize,
    /// Networks whose connections are shared by many readers: proxies.
    pub proxies: Vec<IpNet>,
    /// How long a connection may be idle.
    pub idle: Duration,
    /// How long the body of a request may take.
    pub body: Duration,
}

impl ConnectionBounds {
    /// Limits on connections in total and for each address, with the usual times.
    pub fn new(all: usize, each: usize) -> Self {
        let minute = Duration::from_secs(60);
        Self { all, each, proxies: Vec::new(), idle: minute, body: minute }
    }

    /// The limits of an IPv4 /24 or IPv6 /56, and of an IPv6 /48: the limit of an address times the factor that also applies
    /// to sign-ins, but at most half of the total, unless one address may have more than that.
    fn of_networks(&self) -> (usize, usize) {
        let half = (self.all / 2).max(self.each);
        let times = |times: u32| self.each.saturating_mul(times as usize).min(half);
        (times(NETWORK_TIMES), times(WIDE_NETWORK_TIMES))
    }

    /// Whether an address belongs to a proxy.
    pub(crate) fn are_of_proxy(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.proxies.iter().any(|network| network.contains(&peer))
    }
}

/// The slots of a listener. Cheap to clone.
#[derive(Clone)]
pub struct ConnectionSlots(Arc<Parts>);

struct Parts {
    all: Arc<Semaphore>,
    bounds: ConnectionBounds,
    timer: SharedTimer,
    shortage: Arc<Shortage>,
    open: Mutex<HashMap<Counted, usize>>,
    turns: Mutex<HashMap<u64, Arc<ConnectionActivity>>>,
    next_id: AtomicU64,
}

/// A key by which connections are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Counted {
    Address(AddressCaller),
    Network(NetworkCaller),
    WideNetwork(NetworkCaller),
}

/// Counts a connection for its address and networks until this is dropped.
pub struct AddressSlot {
    places: ConnectionSlots,
    /// Empty if no limit applies.
    counted: Vec<Counted>,
}

/// A connection's slot in the total, until this is dropped.
pub struct Slot {
    places: ConnectionSlots,
    id: u64,
    turn: Arc<ConnectionActivity>,
    _permit: OwnedSemaphorePermit,
}

/// Connections that were idle at the latest search, the longest idle ones last.
#[derive(Default)]
pub struct FoundIdle(Vec<(Instant, Arc<ConnectionActivity>)>);

impl ConnectionSlots {
    /// Creates the slots, all free.
    pub fn new(bounds: ConnectionBounds, timer: SharedTimer) -> Self {
        Self(Arc::new(Parts {
            all: Arc::new(Semaphore::new(bounds.all)),
            bounds,
            timer,
            shortage: Arc::default(),
            open: Mutex::default(),
            turns: Mutex::default(),
            next_id: AtomicU64::new(0),
        }))
    }

    /// Takes a slot for a connection that may be idle for `idle`. If none is free, ends another connection, or waits
    /// until one can be ended.
    pub async fn place(&self, idle: Duration, found: &mut FoundIdle) -> Slot {
        let permit = match Arc::clone(&self.0.all).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => self.given_up_place(found).await,
        };
        let turn = Arc::new(ConnectionActivity::new(idle, self.0.timer.clone(), Arc::clone(&self.0.shortage)));
        let id = self.0.next_id.fetch_add(1, Ordering::Relaxed);
        self.0.turns().insert(id, Arc::clone(&turn));
        Slot { places: self.clone(), id, turn, _permit: permit }
    }

    async fn given_up_place(&self, found: &mut FoundIdle) -> OwnedSemaphorePermit {
        let shortage = &self.0.shortage;
        shortage.begin();
        let permit = loop {
            let mut told = self.tell_longest_idle(found);
            let mut look_again_at = None;
            if !told {
                let now = self.0.timer.now();
                match self.slowest_client(now) {
                    Some((turn, spent_at)) if spent_at <= now => told = turn.tell_slow(now),
                    slowest => look_again_at = slowest.map(|(_, spent_at)| spent_at),
                }
            }
            let at = self.0.timer.sleep_until(look_again_at.unwrap_or_else(|| self.0.timer.now()));
            tokio::select! {
                biased;
                permit = Arc::clone(&self.0.all).acquire_owned() => break permit.expect("the semaphore is never closed"),
                () = shortage.declined(), if told => {}
                () = shortage.idle_again(), if !told => {}
                () = at, if !told && look_again_at.is_some() => {}
            }
        };
        shortage.end();
        permit
    }

    /// Tells the connection that has been idle longest to end. `false` if none is idle.
    fn tell_longest_idle(&self, found: &mut FoundIdle) -> bool {
        // The connections found may have received a request since, or have ended. There are at most two searches.
        for _ in 0..2 {
            while let Some((since, turn)) = found.0.pop() {
                if turn.tell_idle_since(since) {
                    return true;
                }
            }
            found.0 = self.0.turns().values().filter_map(|turn| Some((turn.idle_since()?, Arc::clone(turn)))).collect();
            if found.0.len() > MAX_FOUND_IDLE {
                found.0.select_nth_unstable_by_key(MAX_FOUND_IDLE, |(since, _)| *since);
                found.0.truncate(MAX_FOUND_IDLE);
            }
            found.0.sort_unstable_by_key(|(since, _)| std::cmp::Reverse(*since));
        }
        found.0.pop().is_some_and(|(since, turn)| turn.tell_idle_since(since))
    }

    /// The connection that has waited longest for its client within its requests, and when that client counts as slow.
    fn slowest_client(&self, now: Instant) -> Option<(Arc<ConnectionActivity>, Instant)> {
        let turns = self.0.turns();
        let slow = turns.values().filter_map(|turn| Some((turn, turn.slow_at(now)?)));
        slow.min_by_key(|(_, at)| *at).map(|(turn, at)| (Arc::clone(turn), at))
    }

    /// Takes a slot for a connection of `peer`; `None` if its address or one of its networks has reached its limit.
    pub fn of_address(&self, peer: IpAddr) -> Option<AddressSlot> {
        let bounds = &self.0.bounds;
        if bounds.each == 0 || bounds.are_of_proxy(peer) {
            return Some(AddressSlot { places: self.clone(), counted: Vec::new() });
        }
        let address = AddressCaller::from(peer);
        let (network, wide_network) = bounds.of_networks();
        let bounded = [
            Some((Counted::Address(address), bounds.each)),
            Some((Counted::Network(address.network()), network)),
            address.wide_network().map(|wide| (Counted::WideNetwork(wide), wide_network)),
        ];
        let mut open = self.0.open();
        let is_full = |(counted, bound): &(Counted, usize)| open.get(counted).is_some_and(|count| count >= bound);
        if bounded.iter().flatten().any(is_full) {
            counter!("askline_connections_refused_total").increment(1);
            return None;
        }
        let counted: Vec<Counted> = bounded.iter().flatten().map(|(counted, _)| *counted).collect();
        for counted in &counted {
            *open.entry(*counted).or_default() += 1;
        }
        Some(AddressSlot { places: self.clone(), counted })
    }
}

impl Slot {
    /// Whose turn it is on the connection that has this slot.
    pub(crate) fn turn(&self) -> &Arc<ConnectionActivity> {
        &self.turn
    }
}

impl Parts {
    fn open(&self) -> MutexGuard<'_, HashMap<Counted, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn turns(&self) -> MutexGuard<'_, HashMap<u64, Arc<ConnectionActivity>>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.turn.end();
        self.places.0.turns().remove(&self.id);
    }
}

impl Drop for AddressSlot {
    fn drop(&mut self) {
        let mut open = self.places.0.open();
        for counted in &self.counted {
            if let Some(connections) = open.get_mut(counted) {
                *connections -= 1;
                if *connections == 0 {
                    open.remove(counted);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
