//! Emails in a change of a use case that a person requested for an address.

use askline_app::ports::{
    StoreResult,
    change::{AdmittedMail, RequestedMailRows},
    mail::MailLimitReached,
};
use askline_domain::{
    identity::user::User,
    mail::{Addressee, Mail, MailContent, MailKind},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::mail_limits::{MailCause, to_nobody};
use crate::metadata::changes::change::Change;

#[async_trait]
impl RequestedMailRows for Change {
    async fn admit_requested_mail(
        &mut self,
        kind: MailKind,
        to: &str,
        at: Timestamp,
    ) -> StoreResult<Option<AdmittedMail>> {
        let cause = MailCause { kind, to, org: None, account: None };
        Ok(self.admit_mail(cause, at).await?.ok())
    }

    async fn send_requested_mail(
        &mut self,
        admitted: Option<AdmittedMail>,
        addressee: Addressee,
        mail: &Mail,
    ) -> StoreResult<()> {
        self.send_mail(admitted.unwrap_or_else(|| to_nobody(mail)), None, addressee, mail).await
    }

    async fn mail_to(
        &mut self,
        account: &User,
        to: &str,
        content: MailContent,
        at: Timestamp,
    ) -> StoreResult<Result<(), MailLimitReached>> {
        Ok(self.mail_account(account, to, content, at).await?.map_err(|exceeded| exceeded.reached))
    }
}
