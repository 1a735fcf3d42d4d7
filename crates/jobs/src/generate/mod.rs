//! Generation of prompts and suggested questions: reads a site's pages, asks a model where the operator set one, and
//! stores what came of it in one transaction with the end of the job.

mod handler;
mod model;
mod model_answer;
mod model_request;
mod site_reader;

pub use handler::GeneratePrompts;
pub use model::{MODEL_TIME_MOST, Model, ModelAddress};
pub use site_reader::{Manner, SITE_READER_AGENT, SiteReader};
