//! Reports by email come once a week until the person ends them.

use askline_domain::{
    identity::role::Role,
    organizations::plan::Plan,
    shared::{clock::Clock as _, ids::SiteId},
};
use askline_server::background::reports::send_due_reports;
use askline_stand_in::mail_server::TakenMail;
use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Letter, Mailing, PUBLIC_URL, header};
use crate::events::{count, event};

const PATH: &str = "/api/v1/me/notifications";
/// The size that no email exceeds.
const MAX_BYTES: usize = 60 * 1024;

impl Mailing {
    async fn want(&self, session: &str, kind: &str, wanted: bool) -> Value {
        let body = json!({ "kind": kind, "channel": "mail", "wanted": wanted });
        self.service.send(Method::PATCH, PATH, Some(session), Some(&body)).await.data(200).clone()
    }

    pub(super) fn at(&self, time: &str) {
        let time: Timestamp = time.parse().unwrap();
        let seconds = time.as_second() - self.service.clock.now().as_second();
        self.service.advance(u64::try_from(seconds).expect("a later time"));
    }

    /// Two servers send what is due, at the same time; returns what the mail server received.
    pub(super) async fn reports(&self) -> Vec<TakenMail> {
        let (ports, now) = (self.service.app.ports(), self.service.app.now());
        let (one, other) = tokio::join!(send_due_reports(ports, now), send_due_reports(ports, now));
        one.unwrap();
        other.unwrap();
        self.sent().await
    }

    pub(super) async fn asked(&self, site: SiteId, times: usize) {
        let ask = || event(site, json!({ "type": "ai_click", "platform": "chatgpt", "title": "<b>Win</b>" }));
        count(&self.service, &(0..times).map(|_| ask()).collect::<Vec<_>>()).await;
    }
}

#[tokio::test]
async fn a_person_who_asked_gets_one_email_about_all_sites_each_monday_until_they_unsubscribe() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    let owner = mailing.prove_owner(&org).await;
    let quiet = mailing.service.site_of(&org, "quiet.example").await;
    let name = json!({ "name": "<b>Win</b> & more" });
    let path = format!("/api/v1/sites/{}", org.site);
    mailing.service.send(Method::PATCH, &path, Some(&org.session), Some(&name)).await.data(200);
    let before = mailing.service.get(PATH, &org.session).await.data(200).clone();
    assert_eq!(before["items"].as_array().unwrap().iter().filter(|one| one["wanted"] == true).count(), 0);
    mailing.sent().await;

    // It is Monday, 15 June 2026, in Berlin: the first report is about this week.
    let wanted = mailing.want(&org.session, "report.weekly", true).await;
    assert_eq!(wanted["items"][0]["nextAt"], "2026-06-22T05:00:00.000Z");
    assert_eq!(wanted["obstacle"], json!(null));
    mailing.asked(org.site, 15).await;
    mailing.at("2026-06-22T04:59:59Z");
    assert_eq!(mailing.reports().await.len(), 0, "not before seven");
    mailing.service.advance(1);
    let sent = mailing.reports().await;
    let [mail] = &sent[..] else { panic!("{} emails", sent.len()) };
    let letter = Letter::of(mail);
    assert!(mail.message.len() < MAX_BYTES);
    assert_eq!(
        letter.subject,
        "Readers of example.com asked far more about a page: 15 times after 0 · Jun 15–21, 2026"
    );
    for body in [&letter.text, &letter.html] {
        assert!(body.contains("AI asks") && body.contains("15"), "{body}");

        assert!(body.contains(&format!("{PUBLIC_URL}/sites/{}/report?period=2026-W25", org.site)), "{body}");
    }
    assert!(!letter.html.contains("<b>Win") && !letter.text.contains(&quiet.to_string()));
    assert_eq!(header(mail, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    assert_eq!(mailing.reports().await.len(), 0, "once");

    // Programs that open the address change nothing; a mail program posts to it.
    let (_, rest) = letter.text.split_once(&format!("{PUBLIC_URL}/unsubscribe/")).unwrap();
    let token = rest.split_whitespace().next().unwrap();
    let ask = async |method: Method, token: &str| {
        let request = mailing.service.request(method, &format!("/unsubscribe/{token}"));
        let answer = request.header("accept-language", "de").body("List-Unsubscribe=One-Click").send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let (status, page) = ask(Method::GET, token).await;
    assert!(status == 200 && page.contains("<form method=\"post\">") && page.contains("Abbestellen"), "{page}");
    mailing.service.advance(7 * 86_400);
    assert_eq!(mailing.reports().await.len(), 1, "opening the address ended nothing");
    assert_eq!(ask(Method::POST, "un_00").await.0, 404);
    assert_eq!(ask(Method::DELETE, token).await.0, 405);
    for _ in 0..2 {
        let (status, page) = ask(Method::POST, token).await;
        assert!(status == 200 && page.contains("Abbestellt"), "{page}");
    }
    mailing.service.advance(7 * 86_400);
    assert_eq!(mailing.reports().await.len(), 0);
    let session = mailing.service.session_of(owner).await;
    assert_eq!(mailing.service.get(PATH, &session).await.data(200)["items"][0]["wanted"], false);
    // Who wants them again gets the week that is under way, and no report about the weeks in between.
    mailing.want(&session, "report.weekly", true).await;
    assert_eq!(mailing.reports().await.len(), 0);
    mailing.service.advance(7 * 86_400);
    assert_eq!(mailing.reports().await.len(), 1);
}

#[tokio::test]
async fn no_report_is_sent_to_who_was_removed_or_cannot_get_email_and_weeks_that_were_missed_are_one() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    let (member, session) = mailing.service.member_of(&org, Role::Viewer).await;
    let refusal = mailing.want(&session, "report.weekly", true).await;
    assert_eq!(refusal["obstacle"], "address_not_confirmed");
    mailing.want(&org.session, "report.weekly", true).await;
    mailing.want(&org.session, "report.monthly", true).await;
    let path = format!("/api/v1/orgs/{}/members/{member}", org.id);
    mailing.service.send(Method::DELETE, &path, Some(&org.session), None).await.data(200);
    mailing.sent().await;
    // The server was off for three weeks, past a Monday at seven and the end of a month.
    mailing.at("2026-07-08T12:00:00Z");
    let sent = mailing.reports().await;
    let mut subjects: Vec<String> = sent.iter().map(|mail| Letter::of(mail).subject).collect();
    subjects.sort();
    assert_eq!(subjects, ["No news about example.com · Jun 29–Jul 5, 2026", "No news about example.com · June 2026"]);
    assert!(sent.iter().all(|mail| mail.to == [org.owner_email.clone()]));
    assert_eq!(mailing.reports().await.len(), 0);
}
