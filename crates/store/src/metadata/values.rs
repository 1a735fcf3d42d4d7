//! The stored form of the domain's ids, times and digests, and of lists.

use askline_domain::{
    identity::secret::SecretDigest,
    shared::ids::{
        AnnotationId, AppId, AuditId, ChangeId, ChannelId, CitationId, DeliveryId, JobId, KeyId, LedgerEntryId,
        LinkedIdentityId, LogSourceId, MessageId, MonitorId, OrgId, PasskeyId, PromptId, ProposedRuleId, QuestionId,
        RecipientId, RequestId, RuleId, RunId, ServiceAccountId, SessionId, SharedLinkId, SiteId, UserId, WebhookId,
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
    AnnotationId, AppId, AuditId, ChangeId, ChannelId, CitationId, DeliveryId, JobId, KeyId, LedgerEntryId,
    LinkedIdentityId, LogSourceId, MessageId, MonitorId, OrgId, PasskeyId, PromptId, ProposedRuleId, QuestionId, RecipientId, RequestId, RuleId, RunId,
    ServiceAccountId, SessionId, SharedLinkId, SiteId, UserId, WebhookId
}
stored! { Integer, milliseconds, Timestamp }
stored! { Integer, i64::from, u8, u16 }
stored! { Bytes, |digest| digest.0.to_vec(), SecretDigest }

/// A statement with a condition on a list, which is one parameter: each database reads its JSON in another way.
macro_rules! among {
    ($before:expr, $list:literal, $after:literal) => {
        $crate::sql::Dialects {
            sqlite: concat!($before, " (SELECT value FROM json_each(", $list, "))", $after),
            postgres: concat!($before, " (SELECT jsonb_array_elements_text(", $list, "::jsonb))", $after),
        }
    };
}
pub(in crate::metadata) use among;
