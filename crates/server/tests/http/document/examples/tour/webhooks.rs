//! The tour's webhooks and channels: created, changed and tested.

use reqwest::Method;
use serde_json::json;

use super::{DELETE, GET, PATCH, POST, PUT, Tour, ask, text};
use crate::webhooks::receiver::Receiver;

impl Tour {
    pub(super) async fn webhooks(&mut self) {
        let (recorder, ada) = (&mut self.recorder, &self.ada);
        let receiver = Receiver::start().await;
        let new =
            json!({ "url": receiver.url, "events": ["key.revoked", "citation.gained"], "description": "Our chat" });
        let made = recorder.told(201, ask(POST, "/api/v1/webhooks").body(new).by(ada)).await;
        let id = text(&made["id"]);
        let one = |method| ask(method, "/api/v1/webhooks/{webhookId}").id("webhookId", &id);
        recorder.told(200, ask(GET, "/api/v1/webhooks").by(ada)).await;
        recorder.told(200, one(PATCH).body(json!({ "events": ["key.revoked"] })).by(ada)).await;
        let rotation = ask(POST, "/api/v1/webhooks/{webhookId}/rotate").id("webhookId", &id);
        recorder.told(200, rotation.body(json!({ "overlapSeconds": 3_600 })).by(ada)).await;
        let sent = ask(POST, "/api/v1/webhooks/{webhookId}/test").id("webhookId", &id);
        let delivery = text(&recorder.told(202, sent.by(ada)).await["id"]);
        recorder.service.run_due_jobs().await;
        let log = ask(GET, "/api/v1/webhooks/{webhookId}/deliveries").id("webhookId", &id);
        recorder.told(200, log.by(ada)).await;
        recorder.told(200, ask(GET, "/api/v1/webhook-events").by(ada)).await;
        let replay = ask(POST, "/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay").id("webhookId", &id);
        recorder.told(202, replay.id("deliveryId", delivery).by(ada)).await;
        recorder.service.run_due_jobs().await;
        recorder.service.advance(1);
        // A message that waits for its next attempt, so that there is one to send.
        receiver.next_times(1, 500);
        let key = json!({ "scopes": ["sites:read"] });
        let key = recorder.service.send(Method::POST, "/api/v1/keys", Some(ada), Some(&key)).await;
        recorder.service.advance(1);
        let revoked = format!("/api/v1/keys/{}", text(&key.data(201)["id"]));
        recorder.service.send(Method::DELETE, &revoked, Some(ada), None).await.data(200);
        recorder.service.run_due_jobs().await;
        let all = ask(POST, "/api/v1/webhooks/{webhookId}/replay").id("webhookId", &id);
        recorder.told(202, all.body(json!({ "since": "2026-06-15T00:00:00Z", "status": "pending" })).by(ada)).await;
        recorder.told(200, one(DELETE).by(ada)).await;
        self.channels().await;
        self.recipients().await;
    }

    /// A channel is added, changed, tested, and gets an event.
    async fn channels(&mut self) {
        let (recorder, ada) = (&mut self.recorder, &self.ada);
        let receiver = Receiver::start().await;
        let new = json!({ "type": "slack", "name": "#seo", "address": receiver.url });
        let made = recorder.told(201, ask(POST, "/api/v1/notifications/channels").body(new).by(ada)).await;
        let id = text(&made["id"]);
        let one = |method, path| ask(method, path).id("channelId", &id);
        recorder.told(200, ask(GET, "/api/v1/notifications/channels").by(ada)).await;
        let renamed = one(PATCH, "/api/v1/notifications/channels/{channelId}").body(json!({ "name": "#ai" }));
        recorder.told(200, renamed.by(ada)).await;
        let routes = json!({ "items": [{ "kind": "citation.gained", "channelId": id }, { "kind": "report.weekly", "channelId": id }] });
        let org = self.org.clone();
        let routed = |method| ask(method, "/api/v1/orgs/{orgId}/notifications").id("orgId", &org);
        recorder.told(200, routed(PUT).body(routes).by(ada)).await;
        recorder.told(200, routed(GET).by(ada)).await;
        recorder.told(202, one(POST, "/api/v1/notifications/channels/{channelId}/test").by(ada)).await;
        recorder.service.run_due_jobs().await;
        recorder.told(200, one(GET, "/api/v1/notifications/channels/{channelId}/messages").by(ada)).await;
        recorder.told(200, one(DELETE, "/api/v1/notifications/channels/{channelId}").by(ada)).await;
    }
}
