//! The lists of addresses that makers of crawlers publish.
//!
//! The table of lists is part of the binary; the networks are read from the makers' own files. A file that is not plausible is
//! refused, and the list that was there before stays.

use std::{collections::HashMap, net::IpAddr, sync::LazyLock};

use ipnet::IpNet;
use jiff::{SignedDuration, Timestamp, civil::Date, tz::Offset};
use serde::Deserialize;
use thiserror::Error;

use crate::{
    logs::{evidence::Evidence, network_set::NetworkSet},
    requests::public_address::{is_public, is_public_network},
};

#[cfg(test)]
mod tests;

/// The maximum size of a list in bytes.
pub const MAX_LIST_BYTES: usize = 4 * 1_024 * 1_024;
/// The maximum number of networks in a list; the longest known one has about 1,000.
pub const MAX_LIST_NETWORKS: usize = 20_000;
/// The shortest prefixes that a list may contain: no maker has more addresses than these in one network.
const MIN_PREFIX_V4: u8 = 12;
const MIN_PREFIX_V6: u8 = 28;
/// The maximum number of IPv4 addresses in a list, a /9; the longest known list has far fewer.
const MAX_V4_ADDRESSES: u64 = 1 << 23;

/// How far a list and a line may be apart for the list to refute it: an address that its maker added or gave up in between is
/// missing in it.
pub const MAX_APART: SignedDuration = SignedDuration::from_hours(14 * 24);

static TABLE: LazyLock<ListsFile> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/crawler_addresses.json")).expect("a test reads the same data")
});

#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
struct ListsFile {
    lists: Vec<KnownList>,
}

/// A list that a maker publishes.
#[derive(Debug, Deserialize)]
pub struct KnownList {
    /// Its id, such as `openai-gptbot`.
    pub id: &'static str,
    /// Where the maker publishes it.
    pub url: &'static str,
    /// The crawlers whose addresses it contains, by their names in the table of services.
    #[serde(borrow)]
    pub crawlers: Vec<&'static str>,
    /// What was last known of it when this version of the program was made.
    pub seen: Option<SeenList>,
}

/// The age and size of a list when it was last seen.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct SeenList {
    /// The date in the list.
    #[serde(rename = "createdOn")]
    pub created_on: Date,
    /// The number of its networks.
    pub prefixes: usize,
}

/// All lists that are known.
pub fn known_lists() -> &'static [KnownList] {
    &TABLE.lists
}

/// The known list with this id.
pub fn known_list(id: &str) -> Option<&'static KnownList> {
    known_lists().iter().find(|list| list.id == id)
}

/// A list that was read and is plausible.
#[derive(Debug, Clone)]
pub struct AddressList {
    /// The date in the list, if it has one.
    pub created_on: Option<Date>,
    /// The number of networks in it, without repeats.
    pub prefixes: usize,
    networks: NetworkSet,
}

/// Why a list is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RefusedList {
    /// Too large.
    #[error("the list is larger than {MAX_LIST_BYTES} bytes or has more than {MAX_LIST_NETWORKS} networks")]
    TooLarge,
    /// Not the JSON that makers publish.
    #[error("the list is not a JSON object with prefixes")]
    NotAList,
    /// Nothing in it.
    #[error("the list is empty")]
    Empty,
    /// An entry that is not a network.
    #[error("entry {0} of the list is not an IP network")]
    NotANetwork(usize),
    /// A network that is private, reserved, or not a crawler's for another reason.
    #[error("the list contains {0}, which is not a public network")]
    NotPublic(IpNet),
    /// A network that is too large to be one maker's.
    #[error("the list contains {0}, which has more addresses than any maker's network")]
    TooWide(IpNet),
    /// More addresses than any maker has.
    #[error("the list has {0} IPv4 addresses, more than any maker's")]
    TooManyAddresses(u64),
    /// Less than half of what it was.
    #[error("the list has {now} networks, less than half of the {before} that it had")]
    Shrunk {
        /// The number of networks before.
        before: usize,
        /// The number of networks now.
        now: usize,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PublishedList {
    #[serde(default)]
    creation_time: Option<String>,
    prefixes: Vec<PublishedPrefix>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum PublishedPrefix {
    Bare(String),
    Named {
        #[serde(rename = "ipv4Prefix")]
        v4: Option<String>,
        #[serde(rename = "ipv6Prefix")]
        v6: Option<String>,
    },
}

impl AddressList {
    /// Reads a list as its maker publishes it: `{ "creationTime": "…", "prefixes": [{ "ipv4Prefix": "…" }] }`. `before` is the
    /// number of networks that the list had.
    ///
    /// # Errors
    ///
    /// If one entry is wrong, the whole list is refused: half a list refutes crawlers that are real.
    pub fn read(file: &[u8], before: Option<usize>) -> Result<Self, RefusedList> {
        if file.len() > MAX_LIST_BYTES {
            return Err(RefusedList::TooLarge);
        }
        let file = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
        let published: PublishedList = serde_json::from_slice(file).map_err(|_| RefusedList::NotAList)?;
        if published.prefixes.len() > MAX_LIST_NETWORKS {
            return Err(RefusedList::TooLarge);
        }
        let mut networks = Vec::with_capacity(published.prefixes.len());
        for (number, prefix) in (1..).zip(&published.prefixes) {
            networks.push(checked_network(prefix, number)?);
        }
        networks.sort_unstable();
        networks.dedup();
        let now = networks.len();
        let addresses = v4_addresses(&networks);
        match before {
            _ if addresses > MAX_V4_ADDRESSES => return Err(RefusedList::TooManyAddresses(addresses)),
            _ if now == 0 => return Err(RefusedList::Empty),
            Some(before) if now * 2 < before => return Err(RefusedList::Shrunk { before, now }),
            _ => {}
        }
        let created_on = published.creation_time.as_deref().and_then(|time| time.get(..10)?.parse().ok());
        Ok(Self { created_on, prefixes: now, networks: NetworkSet::new(networks) })
    }
}

fn v4_addresses(networks: &[IpNet]) -> u64 {
    let size = |network: &IpNet| match network {
        IpNet::V4(network) => 1 << (32 - network.prefix_len()),
        IpNet::V6(_) => 0,
    };
    networks.iter().map(size).sum()
}

fn checked_network(prefix: &PublishedPrefix, number: usize) -> Result<IpNet, RefusedList> {
    let not_a_network = RefusedList::NotANetwork(number);
    let text = match prefix {
        PublishedPrefix::Bare(text) => text,
        PublishedPrefix::Named { v4: Some(text), v6: None } | PublishedPrefix::Named { v4: None, v6: Some(text) } => {
            text
        }
        PublishedPrefix::Named { .. } => return Err(not_a_network),
    };
    let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from)).map_err(|_| not_a_network)?;
    let network: IpNet = network.trunc();
    let shortest = if matches!(network, IpNet::V4(_)) { MIN_PREFIX_V4 } else { MIN_PREFIX_V6 };
    if !is_public(network.network()) || !is_public(network.broadcast()) {
        // 0.0.0.0/0 is both; that it is no one's network says more.
        let is_wide = network.prefix_len() < shortest;
        return Err(if is_wide { RefusedList::TooWide(network) } else { RefusedList::NotPublic(network) });
    }
    if network.prefix_len() < shortest {
        return Err(RefusedList::TooWide(network));
    }
    if !is_public_network(network) {
        return Err(RefusedList::NotPublic(network));
    }
    Ok(network)
}

#[derive(Debug, Clone)]
struct LoadedList {
    list: AddressList,
    /// Whether it is so old that an address may be missing.
    is_old: bool,
    /// The time before which an address may have been the maker's and is no longer in it; `None` if the list has no date.
    covers_from: Option<Timestamp>,
}

impl LoadedList {
    /// A list says what was true from its own date on. One without a date says it of the time when it was read.
    fn new(list: AddressList, read_at: Option<Timestamp>, is_old: bool) -> Self {
        let midnight = |date: Date| Offset::UTC.to_timestamp(date.at(0, 0, 0, 0)).ok();
        let true_from = list.created_on.and_then(midnight).or(read_at);
        let covers_from = true_from.and_then(|from| from.checked_sub(MAX_APART).ok());
        Self { list, is_old, covers_from }
    }

    /// Whether an address that is not in it was not the maker's at this time.
    fn refutes_at(&self, at: Timestamp) -> bool {
        !self.is_old && self.covers_from.is_none_or(|from| at >= from)
    }
}

/// The lists that are loaded. Without any, no request can be verified or refuted.
#[derive(Debug, Clone, Default)]
pub struct AddressLists {
    loaded: HashMap<&'static str, LoadedList>,
    /// The lists of each crawler that has any.
    of_crawlers: HashMap<&'static str, Vec<&'static str>>,
}

impl AddressLists {
    /// No lists.
    pub fn new() -> Self {
        let mut of_crawlers: HashMap<_, Vec<_>> = HashMap::new();
        for list in known_lists() {
            for crawler in &list.crawlers {
                of_crawlers.entry(*crawler).or_default().push(list.id);
            }
        }
        Self { loaded: HashMap::new(), of_crawlers }
    }

    /// Takes a list, instead of the one that was loaded before.
    ///
    /// # Errors
    ///
    /// If the file is refused; then the list that was loaded before stays. It must have at least half of the networks that the list
    /// had before, or when this version was made.
    pub fn load(&mut self, list: &'static KnownList, file: &[u8]) -> Result<(), RefusedList> {
        let before = self.loaded(list.id).map(|loaded| loaded.prefixes);
        let before = before.or(list.seen.map(|seen| seen.prefixes));
        self.loaded.insert(list.id, LoadedList::new(AddressList::read(file, before)?, None, false));
        Ok(())
    }

    /// Takes a list that was checked when it was stored, and read from its maker at `read_at`. An old one verifies, and refutes
    /// nobody.
    ///
    /// # Errors
    ///
    /// If the file is refused, whatever its length was before.
    pub fn load_stored(
        &mut self,
        list: &'static KnownList,
        file: &[u8],
        read_at: Timestamp,
        now: Timestamp,
    ) -> Result<(), RefusedList> {
        let is_old = now.duration_since(read_at) > MAX_APART;
        self.loaded.insert(list.id, LoadedList::new(AddressList::read(file, None)?, Some(read_at), is_old));
        Ok(())
    }

    /// The list with this id, if it is loaded.
    pub fn loaded(&self, id: &str) -> Option<&AddressList> {
        self.loaded.get(id).map(|loaded| &loaded.list)
    }

    /// The networks of a crawler in the lists that are loaded; none if not all of its lists are.
    pub fn networks(&self, crawler: &str) -> Vec<IpNet> {
        let lists = self.of_crawlers.get(crawler).map(Vec::as_slice).unwrap_or_default();
        let lists: Option<Vec<&AddressList>> = lists.iter().map(|id| self.loaded(id)).collect();
        let networks = lists.unwrap_or_default().into_iter().flat_map(|list| list.networks.networks());
        NetworkSet::new(networks).networks()
    }

    /// How certain it is that a request from this address at this time came from this crawler. An address that is not public is
    /// that of a proxy and shows nothing. A crawler is refuted only if all lists of its maker for it are loaded, none is old, and
    /// the request is not so much older than one of them that the maker may have had other addresses.
    pub fn evidence(&self, crawler: &str, address: Option<IpAddr>, at: Timestamp) -> Evidence {
        let Some(address) = address.filter(|address| is_public(*address)) else { return Evidence::Claimed };
        let Some(ids) = self.of_crawlers.get(crawler) else { return Evidence::Claimed };
        let mut are_complete = true;
        for loaded in ids.iter().map(|id| self.loaded.get(id)) {
            match loaded {
                Some(loaded) if loaded.list.networks.contains(address) => return Evidence::Verified,
                Some(loaded) if loaded.refutes_at(at) => {}
                Some(_) | None => are_complete = false,
            }
        }
        if are_complete { Evidence::Refuted } else { Evidence::Claimed }
    }
}
