//! The tour's emailed links: an address is confirmed, changed and restored, a password reset.

use askline_app::ports::jobs::JobTaking;
use askline_domain::{
    jobs::{JobLease, JobOutcome, LeaseToken},
    mail::{MAIL_JOB, MailContent},
};
use serde_json::{Value, json};

use super::{DELETE, GET, OWNER_EMAIL, PATCH, POST, Recorder, Tour, ask, text};
use crate::harness::{PASSWORD, Service};

impl Tour {
    pub(super) async fn addresses(&mut self) {
        let recorder = &mut self.recorder;
        let verify = |token: &str| ask(POST, "/api/v1/auth/email/verify").body(json!({ "token": token }));
        recorder.told(202, ask(POST, "/api/v1/auth/email/resend").by(&self.ada)).await;
        let weekly = json!({ "kind": "report.weekly", "channel": "mail", "wanted": true });
        recorder.told(200, ask(PATCH, "/api/v1/me/notifications").body(weekly).by(&self.ada)).await;
        let proof = mailed_token(&recorder.service, OWNER_EMAIL).await;
        recorder.told(200, verify(&proof)).await;
        recorder.told(401, verify(&proof)).await;
        let change = json!({ "email": "ada@example.org", "password": PASSWORD });
        recorder.told(202, ask(POST, "/api/v1/auth/email").body(change).by(&self.ada)).await;
        let undo = json!({ "token": mailed_token(&recorder.service, OWNER_EMAIL).await });
        recorder.told(200, ask(POST, "/api/v1/auth/email/undo").body(undo)).await;
        let asked = json!({ "email": OWNER_EMAIL });
        recorder.told(202, ask(POST, "/api/v1/auth/reset").body(asked)).await;
        let finish = json!({ "token": mailed_token(&recorder.service, OWNER_EMAIL).await, "password": PASSWORD });
        recorder.told(200, ask(POST, "/api/v1/auth/reset/finish").body(finish)).await;
        let credentials = json!({ "email": OWNER_EMAIL, "password": PASSWORD });
        self.ada = text(&recorder.told(200, ask(POST, "/api/v1/auth/login").body(credentials)).await["token"]);
        let password = json!({ "password": PASSWORD });
        recorder.told(200, ask(POST, "/api/v1/auth/revoke-all").body(password).by(&self.ada)).await;
    }
}

impl Tour {
    /// A recipient is added, asked again, confirmed, changed and deleted.
    pub(super) async fn recipients(&mut self) {
        let (recorder, ada, email) = (&mut self.recorder, &self.ada, "client@example.com");
        let new = json!({ "email": email, "audience": "client" });
        let made = recorder.told(201, ask(POST, "/api/v1/notifications/recipients").body(new.clone()).by(ada)).await;
        let member = json!({ "email": OWNER_EMAIL, "audience": "team" });
        recorder.told(422, ask(POST, "/api/v1/notifications/recipients").body(member).by(ada)).await;
        recorder.told(409, ask(POST, "/api/v1/notifications/recipients").body(new).by(ada)).await;
        let id = text(&made["id"]);
        let again = "/api/v1/notifications/recipients/{recipientId}/confirmation";
        recorder.told(202, ask(POST, again).id("recipientId", &id).by(ada)).await;
        let confirming = json!({ "token": mailed_token(&recorder.service, email).await });
        let confirm = || ask(POST, "/api/v1/notifications/recipients/confirm").body(confirming.clone());
        recorder.told(200, confirm()).await;
        recorder.told(401, confirm()).await;
        recorder.told(409, ask(POST, again).id("recipientId", &id).by(ada)).await;
        recorder.told(200, ask(GET, "/api/v1/notifications/recipients").by(ada)).await;
        let one = |method| ask(method, "/api/v1/notifications/recipients/{recipientId}").id("recipientId", &id);
        recorder.told(200, one(PATCH).body(json!({ "monthly": true })).by(ada)).await;
        recorder.told(200, one(DELETE).by(ada)).await;
    }
}

/// Signs a person up and confirms the address; returns the id of the account.
pub(super) async fn signed_up(recorder: &mut Recorder, account: Value) -> String {
    let email = text(&account["email"]);
    recorder.told(202, ask(POST, "/api/v1/auth/signup").body(account)).await;
    let confirming = json!({ "token": mailed_token(&recorder.service, &email).await });
    let confirmed = recorder.told(200, ask(POST, "/api/v1/auth/email/verify").body(confirming)).await;
    text(&confirmed["session"]["user"]["id"])
}

/// The token in the latest waiting email to an address.
async fn mailed_token(service: &Service, to: &str) -> String {
    let (now, token) = (service.app.now(), LeaseToken::random(&mut rand::rng()));
    let taking = JobTaking {
        kind: MAIL_JOB,
        max_jobs: 100,
        max_running: 100,
        max_running_each: 100,
        token,
        now,
        lease_until: now,
    };
    let mut found = None;
    for job in service.metadata.take_jobs(&taking).await.unwrap() {
        let due = service.metadata.due_mail(job.id).await.unwrap().unwrap();
        if due.mail.to == to {
            found = match due.mail.content {
                MailContent::Proof { token, .. }
                | MailContent::Reset { token }
                | MailContent::SignUp { token, .. }
                | MailContent::Recipient { token, .. } => Some(token),
                MailContent::AddressChange { undo, .. } => undo,
                _ => found,
            };
        }
        let lease = JobLease { job: job.id, token };
        assert!(service.metadata.end_try(lease, &JobOutcome::Succeeded(json!({})), now).await.unwrap());
    }
    found.unwrap_or_else(|| panic!("no link was mailed to {to}"))
}
