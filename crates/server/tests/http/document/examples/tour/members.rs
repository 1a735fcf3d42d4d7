//! The members of an organization: invited, renewed, changed, removed.

use serde_json::json;

use super::{super::recorder::ask, DELETE, GET, PATCH, POST, Tour, text};
use crate::harness::PASSWORD;

impl Tour {
    pub(super) async fn members(&mut self) {
        let (recorder, ada, org) = (&mut self.recorder, &self.ada, &self.org);
        let members = |method| ask(method, "/api/v1/orgs/{orgId}/members").id("orgId", org);
        let invite = |email: &str| members(POST).body(json!({ "email": email, "role": "member" }));
        let invited = recorder.told(201, invite("mary@example.com").by(ada)).await;
        recorder.told(409, invite("mary@example.com").by(ada)).await;
        let waiting = text(&invited["member"]["userId"]);
        let renewal =
            ask(POST, "/api/v1/orgs/{orgId}/members/{userId}/invitation").id("orgId", org).id("userId", &waiting);
        let renewed = recorder.told(201, renewal.by(ada)).await;
        recorder.told(200, members(GET).by(ada)).await;
        let shown = json!({ "token": renewed["invitation"]["token"] });
        recorder.told(200, ask(POST, "/api/v1/auth/invitations/show").body(shown)).await;
        let acceptance = json!({
            "token": renewed["invitation"]["token"], "password": PASSWORD, "name": "Mary Somerville",
        });
        let joined = recorder.told(200, ask(POST, "/api/v1/auth/invitations/accept").body(acceptance)).await;
        let mary = text(&joined["user"]["id"]);
        let one = |method| ask(method, "/api/v1/orgs/{orgId}/members/{userId}").id("orgId", org);
        recorder.told(200, one(PATCH).id("userId", &mary).body(json!({ "role": "viewer" })).by(ada)).await;
        let leaving = ask(DELETE, "/api/v1/orgs/{orgId}/members/me").id("orgId", org);
        recorder.told(200, leaving.by(&text(&joined["token"]))).await;
        let second = recorder.told(201, invite("emmy@example.com").by(ada)).await;
        recorder.told(200, one(DELETE).id("userId", text(&second["member"]["userId"])).by(ada)).await;
    }
}
