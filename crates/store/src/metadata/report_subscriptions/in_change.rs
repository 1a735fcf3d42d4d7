//! Rows of subscriptions to reports in a change of a use case.

use askline_app::ports::{StoreResult, change::ReportSubscriptionRows};
use askline_domain::{
    reports::{period::ReportKind, subscription::ReportSubscription},
    shared::ids::UserId,
};
use async_trait::async_trait;

use crate::{metadata::changes::change::Change, sql::sql};

#[async_trait]
impl ReportSubscriptionRows for Change {
    async fn report_subscription(&mut self, user: UserId, kind: ReportKind) -> StoreResult<Option<ReportSubscription>> {
        sql("SELECT * FROM report_subscriptions WHERE user_id = $1 AND kind = $2")
            .bind(user)
            .bind(kind.as_str())
            .optional(self.connection(), super::read)
            .await
    }

    async fn put_report_subscription(&mut self, subscription: &ReportSubscription) -> StoreResult<()> {
        sql("INSERT INTO report_subscriptions (user_id, kind, wanted, due_ms, sent_until_day) \
             SELECT id, $2, $3, $4, $5 FROM users WHERE id = $1 \
             ON CONFLICT (user_id, kind) DO UPDATE SET wanted = excluded.wanted, due_ms = excluded.due_ms, \
             sent_until_day = excluded.sent_until_day")
        .bind(subscription.reader)
        .bind(subscription.kind.as_str())
        .bind(i64::from(subscription.wanted))
        .bind(subscription.due_at)
        .bind(subscription.sent_until.map(|day| i64::from(day.0)))
        .execute(self.connection())
        .await
        .map(|_| ())
    }
}
