//! Alerts by email: sent once, to members who want and may know them.

use askline_domain::{
    identity::role::Role,
    organizations::plan::Plan,
    shared::ids::SiteId,
    webhooks::{EventName, message::Event},
};
use askline_server::background::reports::send_due_alerts;
use askline_stand_in::mail_server::TakenMail;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Letter, Mailing, PUBLIC_URL, header};
use crate::harness::Org;

const PATH: &str = "/api/v1/me/notifications";

impl Mailing {
    async fn choose(&self, session: &str, body: Value) -> Value {
        self.service.send(Method::PATCH, PATH, Some(session), Some(&body)).await.data(200).clone()
    }

    /// Wants an alert, about all sites or one.
    async fn wants(&self, session: &str, kind: &str, site: Option<SiteId>) -> Value {
        let mut body = json!({ "kind": kind, "channel": "mail", "wanted": true });
        if let Some(site) = site {
            body["siteId"] = json!(site);
        }
        self.choose(session, body).await
    }

    async fn raise(&self, org: &Org, name: EventName, site: Option<SiteId>, query: &str) {
        let data = match site {
            Some(site) => json!({ "citation": { "siteId": site, "query": query, "engine": "openai" } }),
            None => json!({ "key": { "name": query, "maskedKey": "ak_…" } }),
        };
        let event = Event { org_id: org.id, name, occurred_at: self.service.app.now(), data };
        self.service.raise(&event).await;
    }

    /// Two servers send what is due, at the same time; returns what the mail server received.
    async fn alerts(&self) -> Vec<TakenMail> {
        let (ports, now) = (self.service.app.ports(), self.service.app.now());
        let (one, other) = tokio::join!(send_due_alerts(ports, now), send_due_alerts(ports, now));
        one.unwrap();
        other.unwrap();
        self.sent().await
    }
}

#[tokio::test]
async fn two_alerts_of_a_kind_are_mailed_promptly_and_later_ones_once_in_a_daily_digest() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    mailing.sent().await;
    mailing.raise(&org, EventName::CitationLost, Some(org.site), "before it is wanted").await;
    let chosen = mailing.wants(&org.session, "citation.lost", None).await;
    let item = chosen["items"].as_array().unwrap().iter().find(|one| one["kind"] == "citation.lost").unwrap().clone();
    assert_eq!((&item["wanted"], &item["except"], &item["nextAt"]), (&json!(true), &json!([]), &json!(null)));
    assert_eq!(mailing.alerts().await.len(), 0);

    mailing.raise(&org, EventName::CitationLost, Some(org.site), "<b>Which</b> https://evil.example/lock?").await;
    let sent = mailing.alerts().await;
    let [mail] = &sent[..] else { panic!("{} emails", sent.len()) };
    let letter = Letter::of(mail);
    assert_eq!(letter.subject, "Cited less often");
    for body in [&letter.text, &letter.html] {
        assert!(
            body.contains("Engine: ChatGPT") && body.contains("See which sources the engine cites instead"),
            "{body}"
        );
        assert!(body.contains(&format!("{PUBLIC_URL}/sites/{}/citations", org.site)), "{body}");
        assert!(!body.contains("https://evil.example"), "{body}");
    }
    assert!(!letter.html.contains("<b>Which"), "{}", letter.html);
    assert_eq!(header(mail, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");

    // What happens within ten minutes comes together.
    for query in ["second", "third", "fourth"] {
        mailing.raise(&org, EventName::CitationLost, Some(org.site), query).await;
    }
    assert_eq!(mailing.alerts().await.len(), 0, "not yet");
    mailing.service.advance(11 * 60);
    let sent = mailing.alerts().await;
    let [mail] = &sent[..] else { panic!("{} emails", sent.len()) };
    let text = Letter::of(mail).text;
    assert!(text.contains("second") && !text.contains("third"), "{text}");
    mailing.service.advance(24 * 3_600);
    let sent = mailing.alerts().await;
    let [mail] = &sent[..] else { panic!("{} emails", sent.len()) };
    let letter = Letter::of(mail);
    assert_eq!(letter.subject, "2 alerts");
    assert!(letter.text.contains("third") && letter.text.contains("fourth"), "{}", letter.text);
    mailing.service.advance(24 * 3_600);
    assert_eq!(mailing.alerts().await.len(), 0);
}

#[tokio::test]
async fn an_alert_waits_for_the_end_of_quiet_hours_and_a_link_in_it_ends_all() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    mailing.sent().await;
    mailing.wants(&org.session, "citation.lost", None).await;
    mailing.wants(&org.session, "key.expiring", None).await;
    let zoned = mailing.service.app.now().to_string();
    let (hour, _) =
        zoned.split_once(':').map(|(start, rest)| (start[start.len() - 2..].parse::<u32>().unwrap(), rest)).unwrap();
    let at = |offset: u32| format!("{:02}:00", (hour + offset) % 24);
    let hours = json!({ "from": at(0), "to": at(2), "timezone": "UTC" });
    let chosen = mailing.choose(&org.session, json!({ "quietHours": hours })).await;
    assert_eq!(chosen["quietHours"], hours);
    mailing.raise(&org, EventName::CitationLost, Some(org.site), "at night").await;
    mailing.raise(&org, EventName::KeyExpiring, None, "Deploy").await;
    assert_eq!(mailing.alerts().await.len(), 0);
    mailing.service.advance(2 * 3_600);
    let sent = mailing.alerts().await;
    let [mail] = &sent[..] else { panic!("{} emails", sent.len()) };
    let letter = Letter::of(mail);
    assert!(letter.text.contains("at night") && letter.text.contains("Key: Deploy"), "{}", letter.text);

    let (_, rest) = letter.text.split_once(&format!("{PUBLIC_URL}/unsubscribe/")).unwrap();
    let path = format!("/unsubscribe/{}", rest.split_whitespace().next().unwrap());
    let opened = mailing.service.request(Method::GET, &path).send().await.unwrap().text().await.unwrap();
    assert!(opened.contains("Unsubscribe from alerts?"), "{opened}");
    let ended = mailing.service.request(Method::POST, &path).send().await.unwrap();
    assert_eq!(ended.status().as_u16(), 200);
    let items = mailing.service.get(PATH, &org.session).await.data(200)["items"].clone();
    assert!(items.as_array().unwrap().iter().all(|one| one["wanted"] == false), "{items}");
    mailing.service.advance(24 * 3_600);
    mailing.raise(&org, EventName::CitationLost, Some(org.site), "after it ended").await;
    mailing.service.advance(24 * 3_600);
    assert_eq!(mailing.alerts().await.len(), 0);
}

#[tokio::test]
async fn alerts_are_not_mailed_about_a_site_or_key_that_the_recipient_cannot_see() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    let other = mailing.service.site_of(&org, "other.example").await;
    let (member, session) = mailing.service.member_of(&org, Role::Viewer).await;
    mailing.service.tamper("UPDATE users SET email_verified_ms = 1").await;
    for kind in ["citation.lost", "key.expiring"] {
        mailing.wants(&session, kind, None).await;
    }
    mailing.wants(&org.session, "citation.lost", Some(other)).await;
    mailing.sent().await;

    // The viewer gets what is about sites; the owner asked for one site alone.
    mailing.raise(&org, EventName::CitationLost, Some(org.site), "of the first site").await;
    mailing.raise(&org, EventName::KeyExpiring, None, "Deploy").await;
    let sent = mailing.alerts().await;
    let [mail] = &sent[..] else { panic!("{} emails", sent.len()) };
    assert_ne!(mail.to, std::slice::from_ref(&org.owner_email));
    assert!(!Letter::of(mail).text.contains("Deploy"));

    // A site that the member stops to see before the email is sent is not in it.
    mailing.service.advance(24 * 3_600);
    mailing.raise(&org, EventName::CitationLost, Some(org.site), "seen no more").await;
    let path = format!("/api/v1/orgs/{}/members/{member}", org.id);
    let sites = json!({ "siteIds": [other] });
    mailing.service.send(Method::PATCH, &path, Some(&org.session), Some(&sites)).await.data(200);
    assert_eq!(mailing.alerts().await.len(), 0);
    mailing.raise(&org, EventName::CitationLost, Some(other), "of the other site").await;
    assert_eq!(mailing.alerts().await.len(), 2);

    // Nothing is sent to who was removed.
    mailing.service.advance(24 * 3_600);
    mailing.raise(&org, EventName::CitationLost, Some(other), "removed in between").await;
    mailing.service.send(Method::DELETE, &path, Some(&org.session), None).await.data(200);
    let to: Vec<_> = mailing.alerts().await.into_iter().flat_map(|mail| mail.to).collect();
    assert_eq!(to.iter().filter(|to| **to != org.owner_email).count(), 0, "{to:?}");
}

#[tokio::test]
async fn a_choice_is_stored_as_a_whole_or_not_at_all() {
    let mailing = Mailing::start().await;
    let service = &mailing.service;
    let org = service.organization(Plan::Pro).await;
    let other = service.site_of(&org, "other.example").await;
    let foreign = service.organization(Plan::Pro).await.site;
    let of = |chosen: &Value, kind: &str| {
        let items = chosen["items"].as_array().unwrap();
        let item = items.iter().find(|one| one["kind"] == kind).unwrap();
        json!([item["wanted"], item["except"]])
    };
    let alert = |wanted: bool, except: Value| json!({ "kind": "citation.lost", "channel": "mail", "wanted": wanted, "except": except });
    for (wanted, except) in
        [(true, json!([org.site])), (false, json!([other])), (true, json!([])), (false, json!([other]))]
    {
        let chosen = mailing.choose(&org.session, alert(wanted, except.clone())).await;
        assert_eq!(of(&chosen, "citation.lost"), json!([wanted, except]));
    }
    let before = service.get(PATH, &org.session).await.data(200).clone();
    let hours = json!({ "from": "22:00", "to": "07:00", "timezone": "UTC" });
    let report = json!({ "kind": "report.weekly", "channel": "mail", "wanted": true });
    for (mut body, field) in [
        (alert(true, json!([org.site, foreign])), "except[1]"),
        (alert(true, json!([org.site])), "siteId"),
        (json!({ "kind": "report.weekly", "channel": "mail", "wanted": true, "except": [] }), "except"),
        (alert(true, json!([other, other])), "except[1]"),
    ] {
        if field == "siteId" {
            body["siteId"] = json!(foreign);
        }
        body["quietHours"] = hours.clone();
        let refused = service.send(Method::PATCH, PATH, Some(&org.session), Some(&body)).await;
        let details = refused.refused(422, "VALIDATION_FAILED").body["error"]["details"].clone();
        let expected = if field == "siteId" { "except" } else { field };
        assert_eq!(details[0]["path"], expected, "{details}");
        assert_eq!(service.get(PATH, &org.session).await.data(200), &before);
    }
    // A site that was deleted since it was chosen is left out.
    let path = format!("/api/v1/sites/{other}");
    service.send(Method::DELETE, &path, Some(&org.session), None).await.data(200);
    let chosen = mailing.choose(&org.session, alert(true, json!([other, org.site]))).await;
    assert_eq!(of(&chosen, "citation.lost"), json!([true, [org.site]]));
    // A report and quiet hours are one change.
    let mut both = report;
    both["quietHours"] = hours.clone();
    let chosen = mailing.choose(&org.session, both).await;
    assert_eq!(of(&chosen, "report.weekly")[0], true);
    assert_eq!(chosen["quietHours"], hours);
    assert_eq!(of(&chosen, "citation.lost"), json!([true, [org.site]]));
}

#[tokio::test]
async fn a_site_that_was_deleted_or_is_seen_no_more_is_no_exception_any_more() {
    let mailing = Mailing::start().await;
    let service = &mailing.service;
    let org = service.organization(Plan::Pro).await;
    let [deleted, hidden] = [service.site_of(&org, "one.example").await, service.site_of(&org, "two.example").await];
    let (member, session) = service.member_of(&org, Role::Viewer).await;
    for site in [org.site, deleted, hidden] {
        mailing.wants(&session, "citation.lost", Some(site)).await;
    }
    let except = async || {
        let items = service.get(PATH, &session).await.data(200)["items"].as_array().unwrap().clone();
        items.into_iter().find(|item| item["kind"] == "citation.lost").unwrap()["except"].clone()
    };
    assert_eq!(except().await, json!([org.site, deleted, hidden]));
    let path = format!("/api/v1/sites/{deleted}");
    service.send(Method::DELETE, &path, Some(&org.session), None).await.data(200);
    assert_eq!(except().await, json!([org.site, hidden]));
    let (path, sites) = (format!("/api/v1/orgs/{}/members/{member}", org.id), json!({ "siteIds": [org.site] }));
    service.send(Method::PATCH, &path, Some(&org.session), Some(&sites)).await.data(200);
    assert_eq!(except().await, json!([org.site]));
}

#[tokio::test]
async fn a_choice_that_cannot_be_made_is_refused_by_field_and_stores_nothing() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    let stranger = mailing.service.organization(Plan::Pro).await;
    let wish = |kind: &str| json!({ "kind": kind, "channel": "mail", "wanted": true });
    let with = |mut body: Value, field: &str, value: Value| {
        body[field] = value;
        body
    };
    let hours =
        |from: &str, to: &str, zone: &str| json!({ "quietHours": { "from": from, "to": to, "timezone": zone } });
    for (body, path, code) in [
        (json!({ "kind": "citation.lost" }), "channel", "REQUIRED"),
        (json!({ "siteId": org.site }), "kind", "REQUIRED"),
        (with(wish("report.weekly"), "siteId", json!(org.site)), "siteId", "NOT_APPLICABLE"),
        (with(wish("citation.lost"), "siteId", json!(stranger.site)), "siteId", "UNKNOWN_SITE"),
        (hours("10:00", "10:00", "UTC"), "quietHours.to", "EMPTY_RANGE"),
        (hours("10:00", "11:00", "Mars/Olympus"), "quietHours.timezone", "UNKNOWN_TIMEZONE"),
        (with(hours("10:00", "10:00", "UTC"), "kind", json!("citation.lost")), "channel", "REQUIRED"),
    ] {
        let refusal = mailing.service.send(Method::PATCH, PATH, Some(&org.session), Some(&body)).await;
        let violations = refusal.refused(422, "VALIDATION_FAILED").body["error"]["details"].clone();
        let found = violations.as_array().unwrap().iter().any(|one| one["path"] == path && one["code"] == code);
        assert!(found, "{body}: {violations}");
    }
    let stored = mailing.service.get(PATH, &org.session).await.data(200).clone();
    assert!(stored["items"].as_array().unwrap().iter().all(|one| one["wanted"] == false), "{stored}");
    assert_eq!(stored["quietHours"], json!(null));
}
