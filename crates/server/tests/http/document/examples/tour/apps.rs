//! Apps that connect by OAuth: the request, consent, the lists, and the end.

use serde_json::{Value, json};

use super::{super::recorder::ask, DELETE, GET, POST, Tour, text};
use crate::oauth::with_form;

/// An address of a program, as its client registers it.
const REDIRECT: &str = "http://localhost:7777/oauth/callback";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

impl Tour {
    pub(super) async fn apps(&mut self) {
        let (recorder, ada, org) = (&mut self.recorder, &self.ada, &self.org);
        let registration = json!({ "client_name": "Gemini CLI MCP Client", "redirect_uris": [REDIRECT] });
        let post = |path: &str| recorder.service.request(POST, path);
        let registered =
            post("/oauth/register").json(&registration).send().await.unwrap().json::<Value>().await.unwrap();
        let client = text(&registered["client_id"]);
        let request = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs([
                ("response_type", "code"),
                ("client_id", &client),
                ("redirect_uri", REDIRECT),
                ("code_challenge", CHALLENGE),
                ("code_challenge_method", "S256"),
                ("state", "a-state"),
            ])
            .finish();
        for _ in 0..2 {
            let asked = ask(POST, "/api/v1/auth/apps/request").body(json!({ "request": request }));
            let asked = recorder.told(200, asked.by(ada)).await;
            let consent = json!({
                "request": request, "fingerprint": asked["fingerprint"], "scopes": ["sites:read", "analytics:read"],
                "expiresInDays": 90,
            });
            let connecting = ask(POST, "/api/v1/orgs/{orgId}/apps").id("orgId", org).body(consent);
            let connected = recorder.told(201, connecting.by(ada)).await;
            let address = url::Url::parse(connected["redirectUrl"].as_str().unwrap()).unwrap();
            let code = address.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned();
            let form = [
                ("grant_type", "authorization_code"),
                ("client_id", &client),
                ("redirect_uri", REDIRECT),
                ("code", &code),
                ("code_verifier", VERIFIER),
            ];
            let answered = with_form(recorder.service.request(POST, "/oauth/token"), &form).send().await.unwrap();
            assert_eq!(answered.status().as_u16(), 200);
        }
        let own = recorder.told(200, ask(GET, "/api/v1/auth/apps").by(ada)).await;
        recorder.told(200, ask(GET, "/api/v1/orgs/{orgId}/apps").id("orgId", org).by(ada)).await;
        let [first, second] = [0, 1].map(|place| text(&own["items"][place]["id"]));
        recorder.told(200, ask(DELETE, "/api/v1/auth/apps/{appId}").id("appId", first).by(ada)).await;
        let ending = ask(DELETE, "/api/v1/orgs/{orgId}/apps/{appId}").id("orgId", org).id("appId", second);
        recorder.told(200, ending.by(ada)).await;
    }
}
