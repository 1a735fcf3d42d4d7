//! Who uses a shared resource: the holder of the work that runs at the moment.

use askline_domain::{requests::quota::AddressCaller, shared::ids::OrgId};

/// The owner of a share of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Holder {
    /// An organization, for all of its callers.
    Organization(OrgId),
    /// An IPv4 address, or an IPv6 /64, for requests without an organization.
    Address(AddressCaller),
    /// The service itself: scheduled work, and the lookups that find out who calls. Each of these statements finds its
    /// rows by a key or has a limit, so they come first and have no share.
    Service,
}

/// For whom work runs, and how long it waits for slots.
#[derive(Debug, Clone, Copy)]
struct Current {
    holder: Holder,
    sends_a_file: bool,
}

tokio::task_local! {
    static CURRENT: Current;
}

const SERVICE: Current = Current { holder: Holder::Service, sends_a_file: false };

fn of_this_moment() -> Current {
    CURRENT.try_with(|current| *current).unwrap_or(SERVICE)
}

/// Returns the holder of the work that runs at the moment.
pub fn current() -> Holder {
    of_this_moment().holder
}

/// Whether the work makes a file that is being sent: a refusal would leave it incomplete, so it waits longer.
pub(super) fn sends_a_file() -> bool {
    of_this_moment().sends_a_file
}

/// Runs work for a holder. A task that the work starts needs this again: see [`inherited`].
pub async fn work_of<T>(holder: Holder, work: impl Future<Output = T>) -> T {
    CURRENT.scope(Current { holder, sends_a_file: false }, work).await
}

/// Work for the holder of this moment, to be run by another task.
pub fn inherited<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    CURRENT.scope(of_this_moment(), work)
}

/// Work for the holder of this moment that makes a file while it is sent, to be run by another task.
pub fn inherited_by_file<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    CURRENT.scope(Current { sends_a_file: true, ..of_this_moment() }, work)
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::ids::Id as _;

    use super::*;

    #[tokio::test]
    async fn work_keeps_its_holder_in_another_task_if_it_inherits_it() {
        let holder = Holder::Organization(OrgId::from_bits(7));
        assert_eq!(current(), Holder::Service);
        let (inside, inherited, alone) = work_of(holder, async {
            let inherited = tokio::spawn(inherited(async { current() })).await.expect("it ends");
            (current(), inherited, tokio::spawn(async { current() }).await.expect("it ends"))
        })
        .await;
        assert_eq!((inside, inherited, alone), (holder, holder, Holder::Service));
        assert_eq!(current(), Holder::Service);
    }
}
