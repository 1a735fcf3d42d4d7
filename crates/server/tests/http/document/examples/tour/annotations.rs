//! Annotations: one is written, listed, changed and deleted.

use serde_json::json;

use super::{super::recorder::ask, DELETE, GET, PATCH, POST, Tour, text};

impl Tour {
    pub(super) async fn annotations(&mut self) {
        let (recorder, ada, site) = (&mut self.recorder, &self.ada, &self.site);
        let all = |method| ask(method, "/api/v1/annotations/{siteId}").id("siteId", site).by(ada);
        let release = json!({ "text": "New design", "kind": "release", "date": "2026-06-14", "time": "09:30" });
        let id = text(&recorder.told(201, all(POST).body(release)).await["id"]);
        let one = |method| ask(method, "/api/v1/annotations/{siteId}/{annotationId}").id("siteId", site);
        let one = |method| one(method).id("annotationId", &id).by(ada);
        recorder.told(200, all(GET)).await;
        recorder.told(200, one(PATCH).body(json!({ "text": "New design of the guides" }))).await;
        recorder.told(200, one(DELETE)).await;
    }
}
