//! Credits are granted by the plan. Every change of the balance is a transaction of the ledger.

use askline_app::{credits, ports::change};
use askline_domain::{
    keys::scope::Scope,
    organizations::{credit_reservation::CreditReservation, ledger::LedgerReference, plan::Plan},
};
use serde_json::json;

use crate::harness::Service;

#[tokio::test]
async fn the_balance_is_what_the_plan_grants_less_what_was_used_and_the_ledger_says_why() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::CreditsRead]).await;
    let work = LedgerReference { kind: "job".into(), id: "job_1".into() };
    let begin = async || service.metadata.begin(&[change::Scope::Organization(org.id)]).await.unwrap();
    let mut reserving = begin().await;
    let reserved = credits::reserve(&mut *reserving, org.id, &work, 30, service.app.now()).await.unwrap();
    reserving.commit().await.unwrap();
    assert_eq!(reserved, CreditReservation::Reserved);
    let account = |balance: i64, reserved: i64, used: i64| {
        json!({
            "orgId": org.id, "balance": balance, "reserved": reserved, "available": balance - reserved,
            "monthlyAllowance": 1_000, "usedThisPeriod": used,
            "periodStart": "2026-06-01T00:00:00.000Z", "periodEnd": "2026-07-01T00:00:00.000Z",
            "pace": { "creditsPerDay": (used as f64 / 1.45).round() / 10.0, "runsOutAt": null },
        })
    };
    assert_eq!(service.get("/api/v1/credits", &key).await.data(200), &account(1_000, 30, 0));
    let mut settling = begin().await;
    credits::settle(&mut *settling, org.id, &work, 20, "Two answers", service.app.now()).await.unwrap();
    settling.commit().await.unwrap();
    for bearer in [&key, &org.session] {
        assert_eq!(service.get("/api/v1/credits", bearer).await.data(200), &account(980, 0, 20));
    }
    let ledger = service.get("/api/v1/credits/ledger", &key).await;
    let items = &ledger.data(200)["items"];
    let at = "2026-06-15T12:00:00.000Z";
    assert_eq!(
        items,
        &json!([
            {
                "id": items[0]["id"], "sequence": 2, "type": "debit", "amount": -20, "balanceAfter": 980,
                "reason": "Two answers", "reference": { "type": "job", "id": "job_1" }, "createdAt": at,
            },
            {
                "id": items[1]["id"], "sequence": 1, "type": "grant", "amount": 1_000, "balanceAfter": 1_000,
                "reason": "The plan's credits of this period", "reference": { "type": "period", "id": "2026-06-01" },
                "createdAt": at,
            },
        ])
    );
    let first = service.get("/api/v1/credits/ledger?limit=1", &key).await;
    let cursor = first.body["meta"]["pagination"]["nextCursor"].as_str().unwrap();
    let second = service.get(&format!("/api/v1/credits/ledger?limit=1&cursor={cursor}"), &key).await;
    assert_eq!((&first.data(200)["items"][0], &second.data(200)["items"][0]), (&items[0], &items[1]));
    assert_eq!(second.body["meta"]["pagination"]["hasMore"], false);
    let grants = service.get("/api/v1/credits/ledger?type=grant", &key).await;
    assert_eq!(grants.data(200)["items"], json!([items[1]]));
    service.get("/api/v1/credits/ledger?type=gift", &key).await.refused(400, "INVALID_PARAMETER");
}

#[tokio::test]
async fn a_ledger_not_read_before_begins_with_the_grant_of_the_plan() {
    let service = Service::start_unlimited().await;
    let (org, other) = (service.organization(Plan::Free).await, service.organization(Plan::Business).await);
    let ledger = service.get("/api/v1/credits/ledger", &org.session).await;
    assert_eq!(ledger.data(200)["items"][0]["amount"], 50);
    assert_eq!(ledger.data(200)["items"].as_array().unwrap().len(), 1);
    assert_eq!(service.get("/api/v1/credits", &other.session).await.data(200)["balance"], 10_000);
    service.get(&format!("/api/v1/credits?orgId={}", other.id), &org.session).await.refused(404, "NOT_FOUND");
}
