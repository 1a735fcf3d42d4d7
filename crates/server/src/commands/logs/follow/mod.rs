//! `askline logs follow`: sends the lines of logs as they are written. No line is counted twice, also after `kill -9`.

pub mod batch;
mod file;
mod log;
mod position;
mod rotations;
mod stdin;

use std::path::PathBuf;

use clap::Args;
use tokio::task::JoinSet;

use self::log::FollowedLog;
use super::destination::DestinationArguments;
use crate::failure::Failure;

/// `askline logs follow FILE… --to URL`
#[derive(Debug, Args)]
pub struct Follow {
    /// The access logs; - for stdin
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    to: DestinationArguments,
    /// Send what the logs contain now and end, instead of waiting for more
    #[arg(long)]
    once: bool,
}

impl Follow {
    /// Runs until it is ended, or until the service refuses what is sent.
    pub async fn run(&self) -> Result<(), Failure> {
        let mut following = JoinSet::new();
        let once = self.once;
        for path in &self.files {
            let destination = self.to.open()?;
            if path.as_os_str() == "-" {
                following.spawn(async move { stdin::follow(&destination).await });
                continue;
            }
            let path = std::path::absolute(path)
                .map_err(|error| Failure::failed(format!("{} cannot be found: {error}", path.display())))?;
            let mut log = FollowedLog::open(path, &self.to.state, destination)?;
            following.spawn(async move { log.follow(once).await });
        }
        while let Some(ended) = following.join_next().await {
            ended.map_err(|error| Failure::failed(error.to_string()))??;
        }
        Ok(())
    }
}
