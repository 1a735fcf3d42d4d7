//! Logs: a source, a batch, what crawlers read, a change, and the end.

use serde_json::json;

use super::{super::recorder::ask, DELETE, GET, PATCH, POST, Tour, text};

impl Tour {
    pub(super) async fn logs(&mut self) {
        let (recorder, ada, site) = (&mut self.recorder, &self.ada, &self.site);
        let all = |method| ask(method, "/api/v1/logs/{siteId}/sources").id("siteId", site);
        let new = json!({ "name": "web 1", "format": "combined" });
        let made = recorder.told(201, all(POST).body(new).by(ada)).await;
        let (id, token) = (text(&made["source"]["id"]), text(&made["token"]));
        let at = recorder.service.app.now().strftime("%d/%b/%Y:%H:%M:%S +0000");
        let line = |path: &str, crawler: &str| {
            format!(
                "198.51.100.7 - - [{at}] \"GET {path} HTTP/1.1\" 200 512 \"-\" \"Mozilla/5.0 (compatible; {crawler}/1.0)\"\n"
            )
        };
        let lines =
            [line("/guides/roses", "GPTBot"), line("/guides/roses", "OAI-SearchBot"), "no line of a log\n".into()];
        let batch = ask(POST, "/api/v1/logs/ingest").header("idempotency-key", "access.log 0-512");
        recorder.told(202, batch.file("text/plain", lines.concat()).by(&token)).await;
        let unknown = ask(POST, "/api/v1/logs/ingest").file("text/plain", "").by("lg_0");
        recorder.told(401, unknown).await;
        let report = || ask(GET, "/api/v1/analytics/{siteId}/reads").id("siteId", site).query("days", "2");
        recorder.told(200, report().by(ada)).await;
        recorder.told(200, report().query("format", "csv").by(ada)).await;
        let file = ask(GET, "/api/v1/pages/{siteId}/file").id("siteId", site).query("path", "/guides/roses");
        recorder.told(200, file.query("days", "2").by(ada)).await;
        recorder.told(200, all(GET).by(ada)).await;
        let lines = ask(GET, "/api/v1/logs/{siteId}/lines").id("siteId", site).query("limit", "2");
        recorder.told(200, lines.by(ada)).await;
        let one =
            |method| ask(method, "/api/v1/logs/{siteId}/sources/{sourceId}").id("siteId", site).id("sourceId", &id);
        recorder.told(200, one(PATCH).body(json!({ "name": "web 2", "hosts": ["garden.example"] })).by(ada)).await;
        let rotating = ask(POST, "/api/v1/logs/{siteId}/sources/{sourceId}/rotate");
        recorder.told(201, rotating.id("siteId", site).id("sourceId", &id).by(ada)).await;
        recorder.told(200, one(DELETE).by(ada)).await;
    }
}
