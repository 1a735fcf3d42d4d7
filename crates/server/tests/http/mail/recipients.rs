//! Recipients without an account: who confirms an address, and what is sent there.

use askline_domain::{identity::role::Role, organizations::plan::Plan};
use askline_server::background::reports::send_due_reports;
use askline_stand_in::mail_server::{Act, Point};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Letter, Mailing, PUBLIC_URL, header};
use crate::harness::{Answer, Org, Service};

const PATH: &str = "/api/v1/notifications/recipients";
const CLIENT: &str = "client@example.com";
const DAY: u64 = 86_400;

impl Mailing {
    async fn add(&self, org: &Org, body: Value) -> Answer {
        self.post(PATH, Some(&org.session), body).await
    }

    /// Adds a recipient, who does not confirm it.
    async fn pending(&self, org: &Org) -> (String, Letter) {
        let made = self.add(org, json!({ "email": CLIENT, "audience": "client" })).await;
        let id = made.data(201)["id"].as_str().unwrap().to_owned();
        (id, self.letter_to(CLIENT).await)
    }

    async fn confirmed(&self, org: &Org) -> String {
        let (id, letter) = self.pending(org).await;
        self.confirm(&letter.token("recipient")).await.data(200);
        id
    }

    async fn confirm(&self, token: &str) -> Answer {
        self.post(&format!("{PATH}/confirm"), None, json!({ "token": token })).await
    }

    async fn listed(&self, org: &Org) -> Vec<Value> {
        self.service.get(PATH, &org.session).await.data(200)["items"].as_array().unwrap().clone()
    }

    async fn change(&self, org: &Org, id: &str, method: Method, body: Option<&Value>) -> Answer {
        self.service.send(method, &format!("{PATH}/{id}"), Some(&org.session), body).await
    }

    async fn press(&self, unsubscribe: &str) -> u16 {
        let request = self.service.request(Method::POST, &format!("/unsubscribe/{unsubscribe}"));
        request.body("List-Unsubscribe=One-Click").send().await.unwrap().status().as_u16()
    }
}

/// The token that ends the reports of an email.
fn unsubscribe_of(letter: &Letter) -> String {
    let (_, rest) = letter.text.split_once(&format!("{PUBLIC_URL}/unsubscribe/")).unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn a_confirmed_recipient_gets_one_report_a_week_with_nothing_internal_until_one_click_ends_them() {
    let mailing = Mailing::start().await;
    let service = &mailing.service;
    let mut org = service.organization(Plan::Pro).await;
    let owner = service.owner_of(&org).await;
    let brand = json!({ "name": "<b>Win</b> Ltd", "brand": { "name": "Difference Engines", "replyTo": "reports@engines.example" } });
    service.send(Method::PATCH, &format!("/api/v1/orgs/{}", org.id), Some(&org.session), Some(&brand)).await.data(200);
    mailing.asked(org.site, 15).await;
    let (id, letter) = mailing.pending(&org).await;
    assert_eq!(letter.subject, "Confirm that you want reports by email");
    assert!(letter.text.contains("<b>Win<") && !letter.html.contains("<b>Win"), "{}", letter.html);
    assert_eq!(mailing.listed(&org).await[0]["state"], "pending");
    // Nothing but the link is sent before it is confirmed.
    mailing.at("2026-06-22T05:00:00Z");
    assert_eq!(mailing.reports().await.len(), 0);
    let token = letter.token("recipient");
    let confirmed = mailing.confirm(&token).await;
    let expected = json!({ "email": CLIENT, "organization": "<b>Win</b> Ltd", "audience": "client", "weekly": true, "monthly": false });
    assert_eq!(confirmed.data(200), &expected);
    mailing.confirm(&token).await.refused(401, "INVALID_CREDENTIALS");
    assert_eq!(mailing.reports().await.len(), 0, "the first report is about the week that is under way");

    mailing.asked(org.site, 15).await;
    mailing.at("2026-06-29T05:00:00Z");
    let sent = mailing.reports().await;
    let [mail] = &sent[..] else { panic!("{} emails", sent.len()) };
    assert_eq!(mail.to, [CLIENT]);
    let letter = Letter::of(mail);
    assert_eq!(header(mail, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    for body in [&letter.text, &letter.html] {
        assert!(body.contains("AI asks") && body.contains("Difference Engines"), "{body}");
        for internal in ["/sites/", "One thing to do", "Needs attention", "not installed", "under Account"] {
            assert!(!body.contains(internal), "{internal}: {body}");
        }
    }
    assert_eq!(mailing.reports().await.len(), 0, "once");
    mailing.sign_in_again(&mut org, owner).await;
    let asked = format!("{PATH}/{id}/confirmation");
    mailing.send(&asked, &org.session).await.refused(409, "CONFLICT");

    let ends = unsubscribe_of(&letter);
    let page = service.request(Method::GET, &format!("/unsubscribe/{ends}")).send().await.unwrap();
    assert!(page.status() == 200 && page.text().await.unwrap().contains("<form method=\"post\">"));
    assert_eq!(mailing.listed(&org).await[0]["state"], "confirmed", "opening the address ended nothing");
    for _ in 0..2 {
        assert_eq!(mailing.press(&ends).await, 200);
    }
    assert_eq!(mailing.listed(&org).await[0]["state"], "unsubscribed");
    service.advance(7 * DAY);
    assert_eq!(mailing.reports().await.len(), 0);
    // Nobody but the owner of the address begins them again.
    mailing.sign_in_again(&mut org, owner).await;
    let patch = json!({ "monthly": true });
    let changed = mailing.change(&org, &id, Method::PATCH, Some(&patch)).await;
    assert_eq!(changed.data(200)["state"], "unsubscribed");
    let again = mailing.add(&org, json!({ "email": CLIENT, "audience": "client" })).await;
    assert_eq!((&again.data(201)["id"], &again.data(201)["state"]), (&json!(id), &json!("pending")));
    let second = mailing.letter_to(CLIENT).await.token("recipient");
    service.advance(7 * DAY - 60);
    assert_eq!(mailing.reports().await.len(), 0);
    mailing.confirm(&second).await.data(200);
    service.advance(7 * DAY);
    assert_eq!(mailing.reports().await.len(), 1);
    mailing.sign_in_again(&mut org, owner).await;
    let audit = service.get("/api/v1/audit?limit=200", &org.session).await;
    for action in ["created", "confirmed", "unsubscribed", "updated"] {
        assert!(audit.text.contains(&format!("\"recipient.{action}\"")), "{action}");
    }
}

#[tokio::test]
async fn an_address_that_cannot_be_a_recipient_is_refused_and_nothing_is_stored_or_sent() {
    let mailing = Mailing::start().await;
    let service = &mailing.service;
    let org = service.organization(Plan::Pro).await;
    let (other, member) = (service.organization(Plan::Pro).await, service.member_of(&org, Role::Viewer).await.0);
    mailing.sent().await;
    let member = service.metadata.user(member).await.unwrap().unwrap().0.email;
    for (email, code) in [
        ("", "INVALID_EMAIL"),
        ("nobody", "INVALID_EMAIL"),
        ("a@example.com\r\nBcc: b@example.com", "INVALID_EMAIL"),
        ("<b>a</b>@example.com", "INVALID_EMAIL"),
        ("a\u{200B}@example.com", "HIDDEN_CHARACTER"),
        (&org.owner_email, "MEMBER_ADDRESS"),
        (&member.to_uppercase(), "MEMBER_ADDRESS"),
    ] {
        let refused = mailing.add(&org, json!({ "email": email, "audience": "client" })).await;
        let detail = &refused.refused(422, "VALIDATION_FAILED").body["error"]["details"][0];
        assert_eq!((&detail["path"], &detail["code"]), (&json!("email"), &json!(code)), "{email}");
    }
    for (field, value, path) in [
        ("siteIds", json!([other.site]), "siteIds[0]"),
        ("siteIds", json!([org.site, org.site]), "siteIds[1]"),
        ("weekly", json!(false), "weekly"),
    ] {
        let mut body = json!({ "email": CLIENT, "audience": "team" });
        body[field] = value;
        let refused = mailing.add(&org, body).await;
        assert_eq!(refused.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], path);
    }
    for body in
        [json!({ "audience": "team" }), json!({ "email": CLIENT }), json!({ "email": CLIENT, "audience": "all" })]
    {
        assert!(mailing.add(&org, body).await.status.is_client_error());
    }
    assert_eq!(mailing.listed(&org).await, Vec::<Value>::new());
    assert!(mailing.sent().await.is_empty());
    // An instance without a mail server says so.
    let without = Service::start_unlimited().await;
    let org = without.organization(Plan::Pro).await;
    let body = json!({ "email": CLIENT, "audience": "client" });
    let refused = without.send(Method::POST, PATH, Some(&org.session), Some(&body)).await;
    refused.refused(409, "CONFLICT");
    assert_eq!(without.get(PATH, &org.session).await.data(200)["items"], json!([]));
}

#[tokio::test]
async fn a_link_works_once_for_seven_days_and_for_its_own_organization_alone() {
    let mailing = Mailing::start().await;
    let (mut org, mut other) =
        (mailing.service.organization(Plan::Pro).await, mailing.service.organization(Plan::Pro).await);
    let owners = (mailing.service.owner_of(&org).await, mailing.service.owner_of(&other).await);
    let (id, letter) = mailing.pending(&org).await;
    let first = letter.token("recipient");
    // The same address is another recipient elsewhere, and no organization finds those of another.
    let (foreign, _) = mailing.pending(&other).await;
    for method in [Method::PATCH, Method::DELETE] {
        let patch = json!({ "monthly": true });
        let body = (method == Method::PATCH).then_some(&patch);
        mailing.change(&org, &foreign, method, body).await.refused(404, "NOT_FOUND");
    }
    mailing.send(&format!("{PATH}/{foreign}/confirmation"), &org.session).await.refused(404, "NOT_FOUND");
    mailing.add(&org, json!({ "email": CLIENT, "audience": "team" })).await.refused(409, "CONFLICT");
    // Another link ends the earlier one.
    mailing.send(&format!("{PATH}/{id}/confirmation"), &org.session).await.data(202);
    let second = mailing.letter_to(CLIENT).await.token("recipient");
    for token in [first.as_str(), "", "recipient_00", &second[..second.len() - 1]] {
        mailing.confirm(token).await.refused(401, "INVALID_CREDENTIALS");
    }
    mailing.service.advance(7 * DAY);
    mailing.confirm(&second).await.refused(401, "INVALID_CREDENTIALS");
    mailing.sign_in_again(&mut org, owners.0).await;
    mailing.send(&format!("{PATH}/{id}/confirmation"), &org.session).await.data(202);
    let third = mailing.letter_to(CLIENT).await.token("recipient");
    mailing.service.advance(7 * DAY - 1);
    mailing.confirm(&third).await.data(200);
    mailing.sign_in_again(&mut other, owners.1).await;
    assert_eq!(mailing.listed(&other).await[0]["state"], "pending");
    // A deleted recipient's link is no link.
    mailing.service.advance(DAY);
    mailing.send(&format!("{PATH}/{foreign}/confirmation"), &other.session).await.data(202);
    let last = mailing.letter_to(CLIENT).await.token("recipient");
    mailing.change(&other, &foreign, Method::DELETE, None).await.data(200);
    mailing.confirm(&last).await.refused(401, "INVALID_CREDENTIALS");
}

#[tokio::test]
async fn an_address_and_an_organization_get_few_links_and_a_refused_address_gets_nothing_more() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    let (id, _) = mailing.pending(&org).await;
    let again = format!("{PATH}/{id}/confirmation");
    for _ in 0..2 {
        mailing.send(&again, &org.session).await.data(202);
    }
    assert_eq!(mailing.sent().await.len(), 2);
    mailing.send(&again, &org.session).await.refused(429, "RATE_LIMITED");
    for number in 3..20 {
        mailing.add(&org, json!({ "email": format!("c{number}@example.com"), "audience": "client" })).await.data(201);
    }
    let before = mailing.listed(&org).await.len();
    let beyond = mailing.add(&org, json!({ "email": "beyond@example.com", "audience": "client" })).await;
    beyond.refused(429, "RATE_LIMITED");
    assert_eq!((mailing.listed(&org).await.len(), mailing.sent().await.len()), (before, 17));

    mailing.service.advance(DAY + 1);
    mailing.server.plan([Act::Say(Point::Recipient, "550 5.1.1 no such\tuser")]);
    mailing.send(&again, &org.session).await.data(202);
    assert!(mailing.sent().await.is_empty());
    let refused = mailing.listed(&org).await.into_iter().find(|one| one["id"] == id).unwrap();
    assert_eq!((&refused["state"], &refused["refusal"]), (&json!("refused"), &json!("550 5.1.1 no such user")));
    mailing.service.advance(14 * DAY);
    assert_eq!(mailing.reports().await.len(), 0);
}

#[tokio::test]
async fn what_waits_for_a_recipient_who_ends_the_reports_or_is_removed_is_not_sent() {
    let mailing = Mailing::start().await;
    let (org, mut other) =
        (mailing.service.organization(Plan::Pro).await, mailing.service.organization(Plan::Pro).await);
    let owner = mailing.service.owner_of(&other).await;
    mailing.confirmed(&org).await;
    mailing.at("2026-06-22T05:00:00Z");
    let first = mailing.reports().await;
    assert_eq!(first.len(), 1);
    let ends = unsubscribe_of(&Letter::of(&first[0]));
    let deleted = mailing.confirmed(&other).await;
    mailing.service.advance(7 * DAY);
    mailing.sign_in_again(&mut other, owner).await;
    let (ports, now) = (mailing.service.app.ports(), mailing.service.app.now());
    assert_eq!(send_due_reports(ports, now).await.unwrap(), 2);
    assert_eq!(mailing.waiting().await, 2);
    assert_eq!(mailing.press(&ends).await, 200);
    mailing.change(&other, &deleted, Method::DELETE, None).await.data(200);
    assert_eq!(mailing.waiting().await, 0);
    assert!(mailing.sent().await.is_empty() && mailing.listed(&other).await.is_empty());
}

#[tokio::test]
async fn a_recipient_of_some_sites_reads_no_others_and_a_deleted_site_leaves_the_list() {
    let mailing = Mailing::start().await;
    let service = &mailing.service;
    let mut org = service.organization(Plan::Enterprise).await;
    let owner = service.owner_of(&org).await;
    let second = service.site_of(&org, "second.example").await;
    let body = json!({ "email": CLIENT, "audience": "team", "siteIds": [second], "monthly": true, "language": "de" });
    let id = mailing.add(&org, body).await.data(201)["id"].as_str().unwrap().to_owned();
    let letter = mailing.letter_to(CLIENT).await;
    assert_eq!(letter.subject, "Bestätigen Sie, dass Sie Berichte per E-Mail möchten");
    mailing.confirm(&letter.token("recipient")).await.data(200);
    mailing.at("2026-06-22T05:00:00Z");
    let sent = mailing.reports().await;
    let letter = Letter::of(&sent[0]);
    assert!(letter.text.contains("second.") && !letter.text.contains("Nichts Neues zu example.com"), "{}", letter.text);
    mailing.sign_in_again(&mut org, owner).await;
    let path = format!("/api/v1/sites/{second}");
    let shown = service.get(&path, &org.session).await.data(200)["name"].clone();
    let name = json!({ "name": shown });
    let deleted = service.send(Method::DELETE, &path, Some(&org.session), Some(&name)).await;
    deleted.data(200);
    assert_eq!(mailing.listed(&org).await[0]["siteIds"], json!([]));
    service.advance(14 * DAY);
    assert_eq!(mailing.reports().await.len(), 0, "no site is left");
    mailing.sign_in_again(&mut org, owner).await;
    mailing.change(&org, &id, Method::PATCH, Some(&json!({ "siteIds": null }))).await.data(200);
    service.advance(7 * DAY);
    assert_eq!(mailing.reports().await.len(), 1);
}
