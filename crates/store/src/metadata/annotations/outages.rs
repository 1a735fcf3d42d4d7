//! The last sign of life of the instance, one row.

use askline_app::ports::{StoreResult, sites::outages::OutageStore};
use askline_domain::annotations::outage::{Outage, SignOfLife};
use async_trait::async_trait;

use crate::{
    metadata::MetadataStore,
    sql::{
        Row,
        rows::{Columns, RowReader},
        sql,
    },
};

#[async_trait]
impl OutageStore for MetadataStore {
    async fn sign_of_life(&self) -> StoreResult<Option<SignOfLife>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT * FROM sign_of_life").optional(&mut connection, read::<Row>).await
    }

    async fn put_sign_of_life(&self, last: Option<&SignOfLife>, sign: &SignOfLife) -> StoreResult<bool> {
        let statement = match last {
            None => sql("INSERT INTO sign_of_life (id, seen_ms, down_from_ms, down_to_ms) VALUES (1, $1, $2, $3) \
                 ON CONFLICT (id) DO NOTHING"),
            Some(_) => sql("UPDATE sign_of_life SET seen_ms = $1, down_from_ms = $2, down_to_ms = $3 \
                 WHERE seen_ms = $4 AND COALESCE(down_to_ms, 0) = $5"),
        };
        let statement = statement
            .bind(sign.seen)
            .bind(sign.outage.map(|outage| outage.from))
            .bind(sign.outage.map(|outage| outage.to));
        let statement = match last {
            None => statement,
            Some(last) => statement.bind(last.seen).bind(last.outage.map_or(0, |outage| outage.to.as_millisecond())),
        };
        Ok(self.write_without_notice(statement).await? > 0)
    }

    async fn end_outage(&self, outage: &Outage) -> StoreResult<()> {
        let ended = sql("UPDATE sign_of_life SET down_from_ms = NULL, down_to_ms = NULL WHERE down_to_ms = $1");
        self.write_without_notice(ended.bind(outage.to)).await.map(|_| ())
    }
}

fn read<C: Columns>(row: &C) -> StoreResult<SignOfLife> {
    let row = RowReader::new(row, "sign_of_life", "id");
    let times = row.optional_time("down_from_ms")?.zip(row.optional_time("down_to_ms")?);
    Ok(SignOfLife { seen: row.time("seen_ms")?, outage: times.map(|(from, to)| Outage { from, to }) })
}
