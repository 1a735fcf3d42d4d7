//! Generates prompts and suggested questions.
//!
//! Reads a site's pages, asks a model if the operator set one, and stores the result in one transaction with the end of
//! the job.

mod handler;
mod model;
mod model_answer;
mod model_request;
mod page_choice;
mod page_task;
mod site_reader;
pub(crate) mod site_reading;
mod sitemaps;

pub use handler::GeneratePrompts;
pub use model::{MAX_MODEL_TIME, Model, ModelAddress};
pub use site_reader::{ReadingPace, SITE_READER_AGENT, SiteReader};
pub use site_reading::SiteReading;
