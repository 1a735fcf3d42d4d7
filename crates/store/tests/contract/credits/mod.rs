//! What every `CreditStore` guarantees: the ledger adds up, and missing credits cannot be spent.

pub mod changes;

use askline_app::ports::{StoreError, credits::CreditStore as _};
use askline_domain::{
    organizations::{
        credit_reservation::CreditReservation,
        ledger::{CreditAccount, LedgerEntry, LedgerEntryType, LedgerReference},
        plan::Plan,
    },
    shared::{ids::OrgId, paging::PageRequest},
};
use jiff::Timestamp;

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    credits::changes::CreditChanges as _,
    organizations::changes::OrganizationChanges as _,
    samples::{audit, count_of, id, stored_organization},
};

on_every_backend! {
    an_account_begins_with_the_plans_grant,
    what_is_left_of_a_period_expires_with_it_and_what_is_reserved_once_it_is_not_used,
    a_plan_that_is_raised_grants_the_difference_once,
    a_clock_that_was_set_back_grants_nothing,
    a_work_reserves_once_and_is_settled_once,
    more_than_is_available_is_not_reserved,
    an_adjustment_takes_only_what_is_available,
    of_a_thousand_works_at_once_no_more_succeed_than_are_paid_for,
    the_ledger_is_paged_newest_first,
    an_entry_cannot_be_altered,
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn november() -> Timestamp {
    at("2026-11-20T12:00:00Z")
}

fn work(name: &str) -> LedgerReference {
    LedgerReference { kind: "job".into(), id: name.into() }
}

async fn account(store: &impl Metadata, org: OrgId, at: Timestamp) -> CreditAccount {
    store.credits(org, at).await.unwrap().unwrap()
}

/// Returns all entries, oldest first, and checks that they add up.
async fn ledger(store: &impl Metadata, org: OrgId) -> Vec<LedgerEntry> {
    let page = store.ledger(org, None, None, PageRequest::NEWEST).await.unwrap();
    assert!(!page.has_more);
    let mut entries = page.items;
    entries.reverse();
    let mut balance = 0;
    for (place, entry) in (1..).zip(&entries) {
        balance += entry.amount;
        assert_eq!((entry.sequence, entry.balance_after, entry.org_id), (place, balance, org));
        assert!(balance >= 0);
    }
    entries
}

async fn lines(store: &impl Metadata, org: OrgId) -> Vec<(LedgerEntryType, i64)> {
    ledger(store, org).await.into_iter().map(|entry| (entry.kind, entry.amount)).collect()
}

use LedgerEntryType::{Adjustment, Debit, Grant};

async fn an_account_begins_with_the_plans_grant<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    for _ in 0..2 {
        let account = account(store, org, november()).await;
        assert_eq!((account.balance, account.reserved, account.available()), (1_000, 0, 1_000));
        assert_eq!((account.monthly_allowance, account.used_this_period), (1_000, 0));
        assert_eq!(account.period.start(), at("2026-11-01T00:00:00Z"));
        assert_eq!(account.period.end(), at("2026-12-01T00:00:00Z"));
    }
    let entries = ledger(store, org).await;
    assert_eq!(entries.len(), 1);
    assert_eq!((entries[0].kind, entries[0].amount), (Grant, 1_000));
    assert_eq!(entries[0].reference, LedgerReference { kind: "period".into(), id: "2026-11-01".into() });
    assert_eq!(store.credits(id(), november()).await.unwrap(), None);
    let reserved = store.reserve_credits(id(), &work("a"), 1, november()).await.unwrap();
    assert_eq!(reserved, CreditReservation::Missing);
}

async fn what_is_left_of_a_period_expires_with_it_and_what_is_reserved_once_it_is_not_used<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    store.reserve_credits(org, &work("paid"), 100, november()).await.unwrap();
    assert!(store.settle_credits(org, &work("paid"), 100, "work", november()).await.unwrap());
    store.reserve_credits(org, &work("long"), 300, november()).await.unwrap();
    let december = at("2026-12-01T00:00:00Z");
    let turned = account(store, org, december).await;
    assert_eq!((turned.balance, turned.reserved, turned.available()), (1_300, 300, 1_000));
    assert_eq!(turned.used_this_period, 0);
    assert!(store.settle_credits(org, &work("long"), 250, "work", december).await.unwrap());
    let settled = account(store, org, december).await;
    assert_eq!((settled.balance, settled.reserved, settled.used_this_period), (1_000, 0, 250));
    assert_eq!(
        lines(store, org).await,
        [(Grant, 1_000), (Debit, -100), (Adjustment, -600), (Grant, 1_000), (Adjustment, -50), (Debit, -250)]
    );
    // Months without activity leave no entries.
    assert_eq!(account(store, org, at("2027-05-09T00:00:00Z")).await.balance, 1_000);
    assert_eq!(lines(store, org).await[6..], [(Adjustment, -1_000), (Grant, 1_000)]);
}

async fn a_plan_that_is_raised_grants_the_difference_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    account(store, org, november()).await;
    for (plan, balance) in [(Plan::Business, 10_000), (Plan::Pro, 10_000), (Plan::Business, 10_000)] {
        store.set_plan(org, plan, audit(org, "plan.changed")).await.unwrap();
        assert_eq!(account(store, org, november()).await.balance, balance, "{plan}");
    }
    assert_eq!(lines(store, org).await, [(Grant, 1_000), (Grant, 9_000)]);
}

async fn a_clock_that_was_set_back_grants_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let before = account(store, org, november()).await;
    assert_eq!(account(store, org, at("2026-03-01T00:00:00Z")).await, before);
    assert_eq!(account(store, org, november()).await, before);
    assert_eq!(lines(store, org).await, [(Grant, 1_000)]);
}

async fn a_work_reserves_once_and_is_settled_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    for expected in [CreditReservation::Reserved, CreditReservation::AlreadyReserved] {
        assert_eq!(store.reserve_credits(org, &work("a"), 40, november()).await.unwrap(), expected);
        let account = account(store, org, november()).await;
        assert_eq!((account.balance, account.reserved), (1_000, 40));
    }
    for expected in [true, false] {
        // It never charges more than was reserved.
        assert_eq!(store.settle_credits(org, &work("a"), 50, "work", november()).await.unwrap(), expected);
        let account = account(store, org, november()).await;
        assert_eq!((account.balance, account.reserved, account.used_this_period), (960, 0, 40));
    }
    // Failed work costs nothing.
    store.reserve_credits(org, &work("b"), 40, november()).await.unwrap();
    assert!(store.settle_credits(org, &work("b"), 0, "failed", november()).await.unwrap());
    assert_eq!(account(store, org, november()).await.available(), 960);
    assert_eq!(lines(store, org).await, [(Grant, 1_000), (Debit, -40)]);
    assert!(!store.settle_credits(org, &work("never"), 1, "work", november()).await.unwrap());
}

async fn more_than_is_available_is_not_reserved<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let reserve =
        async |name: &str, amount: u32| store.reserve_credits(org, &work(name), amount, november()).await.unwrap();
    assert_eq!(reserve("all but one", 999).await, CreditReservation::Reserved);
    assert_eq!(reserve("two", 2).await, CreditReservation::Insufficient { available: 1 });
    assert_eq!(reserve("one", 1).await, CreditReservation::Reserved);
    assert_eq!(reserve("none", 0).await, CreditReservation::Reserved);
    let account = account(store, org, november()).await;
    assert_eq!((account.balance, account.available()), (1_000, 0));
}

async fn an_adjustment_takes_only_what_is_available<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    store.reserve_credits(org, &work("a"), 400, november()).await.unwrap();
    let adjust = async |amount: i64| {
        store.adjust_credits(org, amount, "a gift", november(), audit(org, "credits.adjusted")).await.unwrap()
    };
    assert_eq!(adjust(-601).await, None);
    assert_eq!(adjust(i64::MIN).await, None);
    assert_eq!(adjust(-600).await.map(|account| account.available()), Some(0));
    assert_eq!(adjust(50).await.map(|account| account.available()), Some(50));
    assert_eq!(lines(store, org).await, [(Grant, 1_000), (Adjustment, -600), (Adjustment, 50)]);
    assert_eq!(count_of(store, org, "credits.adjusted").await, 2);
}

/// Repeats what a busy store refuses, as every job does.
async fn put_off<T, F: Future<Output = Result<T, StoreError>>>(mut ask: impl FnMut() -> F) -> T {
    loop {
        match ask().await {
            Err(StoreError::Unavailable(_) | StoreError::RolledBack(_)) => {}
            answer => return answer.unwrap(),
        }
    }
}

async fn of_a_thousand_works_at_once_no_more_succeed_than_are_paid_for<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let works = (0..1_000).map(|number| {
        let store = store.clone();
        tokio::spawn(async move {
            let work = work(&number.to_string());
            let reserved = put_off(|| store.reserve_credits(org, &work, 3, november())).await;
            if reserved != CreditReservation::Reserved {
                return 0;
            }
            // Every fifth job fails and frees its credits for others.
            let used = if number % 5 == 0 { 0 } else { 3 };
            assert!(put_off(|| store.settle_credits(org, &work, used, "work", november())).await);
            i64::from(used)
        })
    });
    let mut paid = 0;
    for work in works.collect::<Vec<_>>() {
        paid += work.await.unwrap();
    }
    let account = account(store, org, november()).await;
    assert_eq!((account.balance, account.reserved, account.used_this_period), (1_000 - paid, 0, paid));
    assert!((1..=1_000).contains(&paid), "{paid}");
    let sums = store.ledger(org, None, Some(Debit), PageRequest::NEWEST).await.unwrap();
    assert!(sums.has_more && sums.items.iter().all(|entry| entry.amount == -3 && entry.balance_after >= 0));
}

async fn the_ledger_is_paged_newest_first<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    account(store, other, november()).await;
    for number in 0..6 {
        store.reserve_credits(org, &work(&number.to_string()), 1, november()).await.unwrap();
        store.settle_credits(org, &work(&number.to_string()), 1, "work", november()).await.unwrap();
    }
    let mut places = Vec::new();
    let mut before = None;
    loop {
        let page = store.ledger(org, None, None, PageRequest { limit: 3, before }).await.unwrap();
        places.extend(page.items.iter().map(|entry| entry.sequence));
        before = page.items.last().map(|entry| u128::from(entry.sequence));
        if !page.has_more {
            break;
        }
    }
    assert_eq!(places, [7, 6, 5, 4, 3, 2, 1]);
    let grants = store.ledger(org, None, Some(Grant), PageRequest::NEWEST).await.unwrap();
    assert_eq!(grants.items.len(), 1);
}

async fn an_entry_cannot_be_altered<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    account(store, org, november()).await;
    let before = ledger(store, org).await;
    backend.tamper_in_vain("UPDATE credit_ledger SET amount = amount + 1").await;
    assert_eq!(ledger(store, org).await, before);
}
