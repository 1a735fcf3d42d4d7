//! Reports in channels: each once, in the form of each service.

use askline_domain::organizations::plan::Plan;
use askline_server::background::reports::send_due_channel_reports;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Mailing, PUBLIC_URL};
use crate::{
    harness::Org,
    webhooks::receiver::{Received, Receiver},
};

const PATH: &str = "/api/v1/notifications/channels";

impl Mailing {
    async fn channel(&self, org: &Org, kind: &str, audience: &str, receiver: &Receiver) -> String {
        let body = json!({ "type": kind, "name": "#seo", "address": receiver.url, "audience": audience });
        let made = self.post(PATH, Some(&org.session), body).await;
        assert_eq!(made.data(201)["audience"], audience);
        made.data(201)["id"].as_str().unwrap().to_owned()
    }

    async fn routed(&self, org: &Org, items: Value) -> Value {
        let path = format!("/api/v1/orgs/{}/notifications", org.id);
        let body = json!({ "items": items });
        self.service.send(Method::PUT, &path, Some(&org.session), Some(&body)).await.data(200).clone()
    }

    /// Two servers look at what is due, at the same time; then the messages are sent.
    async fn look(&self) {
        let (ports, now) = (self.service.app.ports(), self.service.app.now());
        let (one, other) = tokio::join!(send_due_channel_reports(ports, now), send_due_channel_reports(ports, now));
        one.unwrap();
        other.unwrap();
        self.service.run_due_jobs().await;
    }
}

fn bodies(received: &[Received]) -> Vec<Value> {
    received.iter().map(|message| serde_json::from_str(&message.body).unwrap()).collect()
}

#[tokio::test]
async fn a_channel_gets_the_report_of_each_site_once_at_seven_in_the_form_of_its_service() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Enterprise).await;
    let (slack, discord, teams) = (Receiver::start().await, Receiver::start().await, Receiver::start().await);
    let second = mailing.service.site_of(&org, "second.example").await;
    let mut items = Vec::new();
    for (kind, audience, receiver) in
        [("slack", "team", &slack), ("discord", "client", &discord), ("teams", "team", &teams)]
    {
        let id = mailing.channel(&org, kind, audience, receiver).await;
        let sites = if kind == "slack" { Value::Null } else { json!([org.site]) };
        items.push(json!({ "kind": "report.weekly", "channelId": id, "siteIds": sites }));
    }
    let routed = mailing.routed(&org, json!(items)).await;
    assert_eq!(routed["items"].as_array().unwrap().len(), 3);
    assert_eq!(routed["kinds"][0], "report.weekly");
    mailing.asked(org.site, 15).await;
    mailing.look().await;
    mailing.at("2026-06-22T04:59:59Z");
    mailing.look().await;
    assert_eq!(slack.received().len(), 0, "not before seven");
    mailing.service.advance(1);
    for _ in 0..3 {
        mailing.look().await;
        mailing.service.advance(3_600);
    }
    let (slack, discord, teams) = (bodies(&slack.received()), bodies(&discord.received()), bodies(&teams.received()));
    assert_eq!((slack.len(), discord.len(), teams.len()), (2, 1, 1), "one of each site");
    let first = slack.iter().find(|body| body.to_string().contains(&org.site.to_string())).unwrap();
    assert!(slack.iter().any(|body| body.to_string().contains(&second.to_string())));
    let title = "Readers of example.com asked far more about a page: 15 times after 0 · Jun 15–21, 2026";
    assert_eq!(first["blocks"][0]["text"]["text"], title);
    let lines = first["blocks"][1]["text"]["text"].as_str().unwrap();
    let figures: Vec<&str> = lines.lines().filter(|line| line.contains(':')).collect();
    assert!(figures.len() >= 4 && lines.contains("AI asks: 15"), "{lines}");
    let link = format!("{PUBLIC_URL}/sites/{}/report?period=2026-W25", org.site);
    assert!(first["blocks"][2].to_string().contains(&link), "{first}");
    // The report for clients leaves out what is internal, in the link, too.
    let embed = discord[0]["embeds"][0].to_string();
    assert!(embed.contains("audience=client") && discord[0]["allowed_mentions"] == json!({ "parse": [] }), "{embed}");
    let card = &teams[0]["attachments"][0]["content"];
    assert_eq!(card["actions"][0]["url"], link);
    assert!(card["body"].to_string().contains("TextRun"));
}

#[tokio::test]
async fn nothing_is_sent_for_the_time_before_a_route_without_one_or_while_the_channel_is_disabled() {
    let mailing = Mailing::start().await;
    let mut org = mailing.service.organization(Plan::Pro).await;
    let owner = mailing.service.owner_of(&org).await;
    let receiver = Receiver::start().await;
    let id = mailing.channel(&org, "slack", "team", &receiver).await;
    let one = format!("{PATH}/{id}");
    let items = json!([
        { "kind": "report.weekly", "channelId": id },
        { "kind": "report.monthly", "channelId": id, "siteIds": [] },
    ]);
    // It is Monday noon: the report about last week is not sent.
    mailing.routed(&org, items.clone()).await;
    mailing.look().await;
    assert_eq!(receiver.received().len(), 0);
    let switch = async |enabled: bool| {
        let (body, session) = (json!({ "enabled": enabled }), mailing.service.session_of(owner).await);
        mailing.service.send(Method::PATCH, &one, Some(&session), Some(&body)).await.data(200);
    };
    switch(false).await;
    mailing.at("2026-06-22T06:00:00Z");
    mailing.look().await;
    switch(true).await;
    mailing.service.advance(3_600);
    mailing.look().await;
    assert_eq!(receiver.received().len(), 0, "what was due meanwhile is not sent later");
    mailing.at("2026-07-06T12:00:00Z");
    mailing.look().await;
    assert_eq!(receiver.received().len(), 1, "of two weeks that were missed, the latest");
    // Without the route, and with it again: the next one is about the week that is under way.
    mailing.sign_in_again(&mut org, owner).await;
    mailing.routed(&org, json!([])).await;
    mailing.at("2026-07-13T12:00:00Z");
    mailing.look().await;
    mailing.sign_in_again(&mut org, owner).await;
    mailing.routed(&org, items).await;
    mailing.look().await;
    assert_eq!(receiver.received().len(), 1);
    mailing.at("2026-07-20T05:00:00Z");
    mailing.look().await;
    assert_eq!(receiver.received().len(), 2);
    mailing.sign_in_again(&mut org, owner).await;
    let listed = mailing.service.get(&format!("{one}/messages"), &org.session).await;
    let listed = listed.data(200)["items"].as_array().unwrap().clone();
    assert!(listed.iter().all(|message| message["kind"] == "report.weekly" && message["state"] == "sent"));
    // A site that gets another time zone gets no report twice.
    let zone = json!({ "timezone": "America/Los_Angeles" });
    let path = format!("/api/v1/sites/{}", org.site);
    mailing.service.send(Method::PATCH, &path, Some(&org.session), Some(&zone)).await.data(200);
    mailing.at("2026-07-20T20:00:00Z");
    mailing.look().await;
    assert_eq!(receiver.received().len(), 2);
}
