//! Logs of a site's web servers: their sources, and batches of their lines.

mod batches;
mod lists;
mod sources;
mod unpacking;

pub use batches::{Batch, BatchAnswer, LineError, SentBatch, count_sent, record};
pub use lists::{AddressListState, CrawlerLists, ListsInUse};
pub use sources::{MadeLogSource, create, delete, rotate, update};
pub use unpacking::BatchError;
