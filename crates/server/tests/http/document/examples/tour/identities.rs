//! Sign-in through a provider, and identities that are linked to accounts.

use askline_stand_in::identity_provider::{IdentityProvider, Token};
use serde_json::{Value, json};

use super::{super::recorder::ask, DELETE, GET, OWNER_EMAIL, PASSWORD, POST, Tour, text};
use crate::harness::Answer;

const NAME: &str = "acme";

/// The values in the fragment that the sign-in page reads.
fn fragment(answer: &Answer) -> Value {
    let fragment = answer.header("location").split_once('#').expect("the sign-in page").1;
    url::form_urlencoded::parse(fragment.as_bytes()).into_owned().map(|(name, value)| (name, json!(value))).collect()
}

/// What a browser sends for a cookie that was set. Lives as long as the tests.
fn cookie(answer: &Answer) -> &'static str {
    let set = answer.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    let mut pairs = set.filter_map(|cookie| cookie.split(';').next()).filter(|pair| pair.contains("askline_sign_in_"));
    pairs.next().expect("the cookie of the sign-in").to_owned().leak()
}

impl Tour {
    pub(super) async fn identities(&mut self, provider: &IdentityProvider) {
        self.recorder.told(200, ask(GET, "/api/v1/auth/providers")).await;
        self.by_provider(provider, 200, "hedy", "hedy@example.com").await;
        let (asked, cookie) = self.by_provider(provider, 202, "ada", OWNER_EMAIL).await;
        let (recorder, ada) = (&mut self.recorder, &self.ada);
        let body = json!({ "state": asked["link"]["state"], "password": PASSWORD });
        let linking = ask(POST, "/api/v1/auth/identities/link").header("cookie", cookie).body(body);
        recorder.told(200, linking).await;
        let linked = recorder.told(200, ask(GET, "/api/v1/auth/identities").by(ada)).await;
        let id = text(&linked["items"][0]["id"]);
        let body = json!({ "provider": NAME });
        recorder.told(200, ask(POST, "/api/v1/auth/identities/proof").body(body).by(ada)).await;
        let unlinking = ask(DELETE, "/api/v1/auth/identities/{identityId}").id("identityId", id);
        recorder.told(200, unlinking.by(ada)).await;
        let body = json!({ "provider": NAME });
        recorder.told(200, ask(POST, "/api/v1/auth/identities").body(body).by(ada)).await;
        let entering = ask(POST, "/api/v1/auth/header").header("remote-user", "dorothy").body(json!({}));
        recorder.told(200, entering.header("remote-email", "dorothy@example.org")).await;
    }

    /// The way of a person to the provider and back; returns the last response, and the cookie of the browser.
    async fn by_provider(
        &mut self,
        provider: &IdentityProvider,
        status: u16,
        subject: &str,
        email: &str,
    ) -> (Value, &'static str) {
        let recorder = &mut self.recorder;
        let sent = recorder.answered(302, ask(GET, "/api/v1/auth/oidc/{provider}").id("provider", NAME)).await;
        let (location, cookie) = (sent.header("location").to_owned(), cookie(&sent));
        let claims = json!({ "sub": subject, "email": email, "email_verified": true, "name": "Hedy Lamarr" });
        let back = provider.sign_in(&location, Token::of(claims), recorder.service.app.now().as_second());
        let back: &'static str = back.expect("a right request").leak();
        let callback = ask(GET, "/api/v1/auth/oidc/{provider}/callback").id("provider", NAME).header("cookie", cookie);
        let callback = back.split_once('?').expect("a query").1.split('&').fold(callback, |callback, pair| {
            let (name, value) = pair.split_once('=').expect("a pair");
            callback.query(name, value)
        });
        let read = fragment(&recorder.answered(302, callback).await);
        let body = json!({ "code": read["code"], "state": read["state"], "iss": read["iss"] });
        let finish = ask(POST, "/api/v1/auth/oidc/{provider}/finish").id("provider", NAME).header("cookie", cookie);
        (recorder.told(status, finish.body(body)).await, cookie)
    }
}
