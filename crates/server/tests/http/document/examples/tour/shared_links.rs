//! Shared links: one is previewed, created, opened, shown, changed and ended.

use serde_json::json;

use super::{super::recorder::ask, DELETE, GET, PATCH, POST, Tour, text};

impl Tour {
    pub(super) async fn shared_links(&mut self) {
        let (recorder, ada, site) = (&mut self.recorder, &self.ada, &self.site);
        let all = |method| ask(method, "/api/v1/links/{siteId}").id("siteId", site).by(ada);
        let month = json!({
            "name": "Guides in AI answers", "panels": ["figures", "chart", "assistants", "pages"], "range": { "days": 30 },
            "filter": { "pages": ["/guides/**"] }, "compare": true, "notes": true, "password": "roses in spring",
        });
        let preview = ask(POST, "/api/v1/links/{siteId}/preview").id("siteId", site).by(ada);
        recorder.told(200, preview.body(month.clone())).await;
        let made = recorder.told(201, all(POST).body(month)).await;
        let (id, token) = (text(&made["link"]["id"]), text(&made["token"]));
        recorder.told(200, all(GET)).await;
        let open = || ask(POST, "/api/v1/auth/link");
        recorder.told(401, open().body(json!({ "token": token }))).await;
        recorder.told(200, ask(POST, "/api/v1/auth/link/brand").body(json!({ "token": token }))).await;
        let opened = recorder.told(200, open().body(json!({ "token": token, "password": "roses in spring" }))).await;
        let session = text(&opened["token"]);
        let view = ask(GET, "/api/v1/links/{siteId}/view").id("siteId", site).by(&session);
        recorder.told(200, view).await;
        let one = |method| ask(method, "/api/v1/links/{siteId}/{linkId}").id("siteId", site).id("linkId", &id).by(ada);
        let embedded = json!({ "password": null, "embed": { "origins": ["https://garden.example"] } });
        recorder.told(200, one(PATCH).body(embedded)).await;
        recorder.told(200, one(DELETE)).await;
    }
}
