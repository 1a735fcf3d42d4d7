//! The stored form of the domain's ids, times and digests.

use askline_domain::{
    identity::secret::SecretDigest,
    shared::ids::{
        AuditId, CitationId, DeliveryId, JobId, KeyId, LedgerEntryId, MessageId, MonitorId, OrgId, PromptId,
        ProposedRuleId, QuestionId, RuleId, RunId, SessionId, SiteId, UserId, WebhookId,
    },
};
use jiff::Timestamp;

use crate::sql::{Value, rows::milliseconds};

macro_rules! stored {
    ($kind:ident, $convert:expr, $($from:ty),+) => { $(
        impl From<$from> for Value {
            fn from(value: $from) -> Self {
                Self::from(Some(value))
            }
        }
        impl From<Option<$from>> for Value {
            fn from(value: Option<$from>) -> Self {
                Self::$kind(value.map($convert))
            }
        }
    )+ };
}

stored! { Text, |id| id.to_string(),
    AuditId, CitationId, DeliveryId, JobId, KeyId, LedgerEntryId, MessageId, MonitorId, OrgId, PromptId,
    ProposedRuleId, QuestionId, RuleId, RunId, SessionId, SiteId, UserId, WebhookId
}
stored! { Integer, milliseconds, Timestamp }
stored! { Integer, i64::from, u8, u16 }
stored! { Bytes, |digest| digest.0.to_vec(), SecretDigest }
