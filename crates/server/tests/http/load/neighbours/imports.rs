//! Imports run in a pool; their slot is taken before the body is read.

use askline_domain::organizations::plan::Plan;
use reqwest::{Method, StatusCode};

use super::{ByHand, check_full};
use crate::harness::{Answer, Org, Service};

const FILE: &str = r#"{"exportVersion":"1.0","kind":"prompts","items":[]}"#;

async fn import(service: &Service, org: &Org) -> Answer {
    let path = format!("/api/v1/prompts/{}/import", org.site);
    let request = service.request(Method::POST, &path).bearer_auth(&org.session);
    service.answer(request.header("Content-Type", "application/json").body(FILE)).await
}

/// Begins an import, and leaves out its last byte.
async fn unfinished(service: &Service, org: &Org) -> ByHand {
    let head = format!(
        "POST /api/v1/prompts/{}/import HTTP/1.1\r\nHost: askline\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        org.site,
        org.session,
        FILE.len()
    );
    ByHand::send(service.address, &format!("{head}{}", &FILE[..FILE.len() - 1])).await
}

#[tokio::test]
async fn an_import_that_never_ends_keeps_its_own_organization_waiting_and_no_other() {
    let service = Service::start_unlimited().await;
    let (slow, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Business).await);
    let mut unfinished = unfinished(&service, &slow).await;
    let refused = loop {
        // As long as the service has not read the head of the unfinished import, this import succeeds.
        let answer = import(&service, &slow).await;
        if answer.status != StatusCode::OK {
            break answer;
        }
    };
    check_full(&refused);
    import(&service, &other).await.data(200);
    unfinished.more("}").await;
    assert!(unfinished.answer("requestId").await.starts_with("HTTP/1.1 200"));
    import(&service, &slow).await.data(200);
}

#[tokio::test]
async fn who_hangs_up_in_the_middle_of_an_import_leaves_its_place() {
    let service = Service::start_unlimited().await;
    let slow = service.organization(Plan::Pro).await;
    let unfinished = unfinished(&service, &slow).await;
    while import(&service, &slow).await.status == StatusCode::OK {}
    drop(unfinished);
    while import(&service, &slow).await.status != StatusCode::OK {}
}
