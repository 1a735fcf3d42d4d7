//! Events for webhooks, stored in the change that they report. Every webhook that subscribes to an event gets a
//! delivery and a job.

use askline_app::ports::{StoreResult, change::DeliveryRows as _};
use askline_domain::{
    shared::ids::{DeliveryId, Id as _, MessageId},
    webhooks::{Delivery, message::Event},
};

use super::{read_back, rows::TABLE};
use crate::{
    metadata::{alert_mails, changes::change::Change, channels},
    sql::{Dialects, rows::RowReader, sql},
};

impl Change {
    /// Stores this event, and sends it to all webhooks, channels and members of the organization that get it, once this change is committed.
    /// All events must go through this function.
    pub(crate) async fn raise_event(&mut self, event: &Event) -> StoreResult<()> {
        let rows = sql(Dialects {
            sqlite: "SELECT id FROM webhooks WHERE org_id = $1 AND enabled = 1 AND is_removed = 0 \
                     AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = $2) \
                     AND org_id NOT IN (SELECT id FROM organizations WHERE is_removed = 1) ORDER BY id",
            postgres: "SELECT id FROM webhooks WHERE org_id = $1 AND enabled = 1 AND is_removed = 0 \
                       AND jsonb_exists(events::jsonb, $2) \
                       AND org_id NOT IN (SELECT id FROM organizations WHERE is_removed = 1) ORDER BY id",
        })
        .bind(event.org_id)
        .bind(event.name.as_str())
        .fetch_all(self.connection())
        .await?;
        let at = event.occurred_at;
        let message_id = MessageId::new(at, &mut rand::rng());
        read_back::insert(self.connection(), message_id, event).await?;
        for row in &rows {
            let (id, webhook) = (DeliveryId::new(at, &mut rand::rng()), RowReader::new(row, TABLE, "id").parsed("id")?);
            let delivery = Delivery::new(id, webhook, (message_id, event.name.to_string(), event.payload()), at);
            let job = delivery.job(event.org_id, &mut rand::rng());
            self.insert_delivery(&delivery, &job).await?;
        }
        channels::events::add(self, event).await?;
        alert_mails::events::add(self, event).await
    }
}
