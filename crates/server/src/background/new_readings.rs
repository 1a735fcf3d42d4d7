//! Reads stored answers again after an upgrade whose rules read answers differently.

use askline_app::{
    new_readings::read_next_run_again,
    ports::{StoreResult, monitors::new_readings::AnswerReadings},
};
use askline_domain::citations::answer_reading::READING_VERSION;
use askline_jobs::engines::read_stored;

use super::repeat::in_pieces;

/// Reads all stored answers that an earlier version of the rules read, run by run, with pauses in between. Returns the number of runs.
pub async fn read_again(answers: &dyn AnswerReadings) -> StoreResult<u64> {
    let runs =
        in_pieces(1, || async { Ok([u64::from(read_next_run_again(answers, READING_VERSION, read_stored).await?)]) })
            .await?;
    if runs > 0 {
        tracing::info!(runs, "Read the answers of {runs} runs again, with the rules of this release");
    }
    Ok(runs)
}
