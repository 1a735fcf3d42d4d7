//! Tests of the fair slots, with named cases and with random requests.

use askline_domain::shared::ids::{Id as _, OrgId};
use proptest::prelude::*;
use tokio::task::JoinHandle;

use super::*;

const PATIENT: Waiting =
    Waiting { most: 64, within: Duration::MAX, service_within: Duration::MAX, file_within: Duration::MAX };

fn organization(number: u128) -> Holder {
    Holder::Organization(OrgId::from_bits(number))
}

/// Asks for a slot and lets the request wait.
async fn waiting(slots: &FairSlots, holder: Holder) -> JoinHandle<Result<FairSlot, NoSlot>> {
    let slots = slots.clone();
    let request = tokio::spawn(async move { slots.take_for(holder).await });
    tokio::task::yield_now().await;
    request
}

/// The holders that have slots after everything that can be given was given.
fn held(slots: &FairSlots, holder: Holder) -> usize {
    slots.lock().queues.get(&holder).map_or(0, |queue| queue.held)
}

#[tokio::test]
async fn an_organization_gets_every_slot_while_no_other_waits_and_half_while_another_does() {
    let slots = FairSlots::new("tests", 4, PATIENT);
    let (busy, other) = (organization(1), organization(2));
    let mut own = Vec::new();
    for _ in 0..4 {
        own.push(slots.take_for(busy).await.expect("no other waits"));
    }
    let mut requests = Vec::new();
    for _ in 0..8 {
        requests.push(waiting(&slots, busy).await);
    }
    for _ in 0..4 {
        requests.push(waiting(&slots, other).await);
    }
    for expected in [(3, 1), (2, 2)] {
        drop(own.pop());
        assert_eq!((held(&slots, busy), held(&slots, other)), expected);
    }
    // Both have their half now, so a slot that becomes free goes to the holder that released it.
    drop(own.pop());
    assert_eq!((held(&slots, busy), held(&slots, other)), (2, 2));
    requests.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn a_holder_that_waits_alone_gets_more_than_half() {
    let slots = FairSlots::new("tests", 2, PATIENT);
    let first = slots.take_for(organization(1)).await.expect("free");
    let _second = slots.take_for(organization(1)).await.expect("free");
    let third = waiting(&slots, organization(1)).await;
    drop(first);
    assert!(third.await.expect("it ends").is_ok());
}

#[tokio::test]
async fn with_one_slot_holders_take_turns() {
    let slots = FairSlots::new("tests", 1, PATIENT);
    let mut held = slots.take_for(organization(1)).await.expect("free");
    let mut busy = Vec::new();
    for _ in 0..50 {
        busy.push(waiting(&slots, organization(1)).await);
    }
    let other = waiting(&slots, organization(2)).await;
    // The other's request has at most one request of the busy organization before it.
    drop(held);
    held = busy.remove(0).await.expect("it ends").expect("the first in its queue");
    drop(held);
    assert!(other.await.expect("it ends").is_ok());
    busy.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn service_requests_go_first_and_are_exempt_from_the_waiting_limit() {
    let slots = FairSlots::new("tests", 1, Waiting { most: 1, ..PATIENT });
    let held = slots.take_for(organization(1)).await.expect("free");
    let tenant = waiting(&slots, organization(2)).await;
    let service = [waiting(&slots, Holder::Service).await, waiting(&slots, Holder::Service).await];
    drop(held);
    for request in service {
        drop(request.await.expect("it ends").expect("it comes first"));
    }
    assert!(tenant.await.expect("it ends").is_ok());
}

#[tokio::test]
async fn a_full_queue_refuses_its_holder_and_no_other() {
    let slots = FairSlots::new("tests", 1, Waiting { most: 2, ..PATIENT });
    let held = slots.take_for(organization(1)).await.expect("free");
    let mut own = [waiting(&slots, organization(1)).await, waiting(&slots, organization(1)).await];
    assert!(slots.take_for(organization(1)).await.is_err());
    let other = waiting(&slots, organization(2)).await;
    // A request whose caller has gone leaves room in the queue.
    own[0].abort();
    let _ = (&mut own[0]).await;
    let late = waiting(&slots, organization(1)).await;
    drop(held);
    for request in [&mut own[1], &mut { other }, &mut { late }] {
        drop(request.await.expect("it ends").expect("a slot"));
    }
    assert!(slots.lock().queues.is_empty(), "no holder is remembered");
}

#[tokio::test(start_paused = true)]
async fn a_request_that_waits_too_long_is_refused_and_keeps_no_slot() {
    let slots = FairSlots::new("tests", 1, Waiting { within: Duration::from_secs(2), ..PATIENT });
    let held = slots.take_for(organization(1)).await.expect("free");
    assert!(slots.take_for(organization(2)).await.is_err());
    // A file that is being sent waits longer, since a refusal would leave it incomplete.
    let file = tokio::spawn(holder::inherited_by_file({
        let slots = slots.clone();
        async move { slots.take_for(organization(2)).await.is_ok() }
    }));
    tokio::time::sleep(Duration::from_secs(60)).await;
    drop(held);
    assert!(file.await.expect("it ends"));
    assert!(slots.take_for(organization(2)).await.is_ok());
    assert_eq!(slots.lock().free, 1);
}

proptest! {
    /// Whatever is asked, given up and released, no slot is lost or given twice, none is idle while a request waits, and no
    /// holder has more than half while another waits that has less.
    #[test]
    fn slots_are_neither_lost_nor_idle_nor_taken_by_one(total in 1_usize..6, steps in prop::collection::vec((0_u8..4, 0_u128..3), 1..60)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async {
            let slots = FairSlots::new("tests", total, PATIENT);
            let (mut held, mut requests) = (Vec::new(), Vec::new());
            for (step, number) in steps {
                match step {
                    0 | 1 => requests.push(waiting(&slots, organization(number)).await),
                    2 if !requests.is_empty() => {
                        requests.swap_remove(number as usize % requests.len()).abort();
                        tokio::task::yield_now().await;
                    }
                    _ if !held.is_empty() => drop::<FairSlot>(held.swap_remove(number as usize % held.len())),
                    _ => {}
                }
                tokio::task::yield_now().await;
                let mut open = Vec::new();
                for request in requests {
                    if request.is_finished() { if let Ok(Ok(slot)) = request.await { held.push(slot) } } else { open.push(request) }
                }
                requests = open;
                let state = slots.lock();
                let given: usize = state.queues.values().map(|queue| queue.held).sum();
                assert_eq!((given + state.free, given), (total, held.len()));
                assert!(state.free == 0 || requests.is_empty(), "a slot is idle");
            }
        });
    }
}

#[tokio::test]
async fn three_tabs_of_one_organization_are_never_refused_while_another_does_its_worst() {
    // What the dashboard asks for at once: the board of 40 sites, and everything on a page, in each tab.
    const REQUESTS_OF_A_TAB: usize = 20;
    let slots = FairSlots::new("tests", 4, PATIENT);
    let mut flood = Vec::new();
    for _ in 0..4 + PATIENT.most {
        flood.push(waiting(&slots, organization(1)).await);
    }
    let mut tabs = Vec::new();
    for _ in 0..3 * REQUESTS_OF_A_TAB {
        tabs.push(waiting(&slots, organization(2)).await);
    }
    // Each request ends when it gets its slot; the flood goes on with whatever it gets.
    for request in flood {
        drop(request.await.expect("it ends").expect("within its queue"));
    }
    for request in tabs {
        assert!(request.await.expect("it ends").is_ok());
    }
}
