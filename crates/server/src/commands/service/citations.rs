//! `askline citations`: makes the sums over answers of engines again.

use askline_app::ports::again::again_if_rolled_back;
use askline_domain::shared::ids::RunId;
use clap::Subcommand;
use serde_json::json;

use crate::{commands::answer::Context, failure::Failure};

/// The number of runs of which the sums are read in one step; each run is a transaction of its own.
const RUNS_OF_A_STEP: u32 = 100;

/// `askline citations …`
#[derive(Debug, Subcommand)]
pub enum Citations {
    /// Make the sums over the stored answers again, run by run, even while a server is running
    Recount,
}

impl Citations {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        let Citations::Recount = self;
        let stores = context.existing_stores().await?;
        let (mut after, mut runs): (Option<RunId>, u64) = (None, 0);
        while let Some((last, counted)) =
            again_if_rolled_back(|| stores.metadata.recount_runs(after, RUNS_OF_A_STEP)).await?
        {
            (after, runs) = (Some(last), runs + counted);
        }
        stores.close().await;
        let text = format!("The sums of {runs} runs were made again from their answers.");
        context.answer(&json!({ "changed": runs > 0, "runs": runs }), &text)
    }
}
