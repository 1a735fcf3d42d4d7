//! Service accounts: creation, a token, a change, the list, and the end.

use serde_json::json;

use super::{super::recorder::ask, DELETE, GET, PATCH, POST, Tour, text};

impl Tour {
    pub(super) async fn service_accounts(&mut self) {
        let (recorder, ada, org) = (&mut self.recorder, &self.ada, &self.org);
        let all = |method| ask(method, "/api/v1/orgs/{orgId}/service-accounts").id("orgId", org);
        let new = json!({ "name": "Terraform", "role": "admin" });
        let id = text(&recorder.told(201, all(POST).body(new).by(ada)).await["id"]);
        let path = "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}";
        let one = |method| ask(method, path).id("orgId", org).id("serviceAccountId", &id);
        let giving = ask(POST, "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}/token");
        let token = json!({ "allowedIps": ["198.51.100.0/24"], "expiresAt": "2026-12-31T00:00:00Z" });
        recorder.told(201, giving.id("orgId", org).id("serviceAccountId", &id).body(token).by(ada)).await;
        recorder.told(200, one(PATCH).body(json!({ "name": "Terraform Cloud" })).by(ada)).await;
        recorder.told(200, all(GET).by(ada)).await;
        recorder.told(200, one(DELETE).by(ada)).await;
    }
}
