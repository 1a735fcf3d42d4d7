//! Passkeys: adding one, its name, signing in with it, and its end.

use serde_json::json;

use super::{super::recorder::ask, DELETE, GET, PATCH, POST, Tour, text};
use crate::passkeys::device::Device;

/// Where the browser of the tour believes to be.
const ORIGIN: &str = "https://askline.example.com";

impl Tour {
    pub(super) async fn passkeys(&mut self) {
        let (recorder, ada) = (&mut self.recorder, &self.ada);
        let mut device = Device::at(ORIGIN);
        let begun = recorder.told(200, ask(POST, "/api/v1/auth/passkeys/options").by(ada)).await;
        let new = json!({
            "ceremony": begun["ceremony"], "credential": device.make(&begun["options"]), "name": "Office laptop",
        });
        let added = recorder.told(201, ask(POST, "/api/v1/auth/passkeys").body(new).by(ada)).await;
        recorder.told(200, ask(GET, "/api/v1/auth/passkeys").by(ada)).await;
        let id = text(&added["passkey"]["id"]);
        let renaming = ask(PATCH, "/api/v1/auth/passkeys/{passkeyId}").id("passkeyId", id.clone());
        recorder.told(200, renaming.body(json!({ "name": "Laptop" })).by(ada)).await;
        let begun = recorder.told(200, ask(POST, "/api/v1/auth/passkeys/login/options").body(json!({}))).await;
        let given = json!({ "ceremony": begun["ceremony"], "credential": device.answer(&begun["options"]) });
        recorder.told(200, ask(POST, "/api/v1/auth/passkeys/login").body(given)).await;
        recorder.told(200, ask(POST, "/api/v1/auth/passkeys/proof/options").by(ada)).await;
        let removing = ask(DELETE, "/api/v1/auth/passkeys/{passkeyId}").id("passkeyId", id);
        recorder.told(200, removing.by(ada)).await;
    }
}
