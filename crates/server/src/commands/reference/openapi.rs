//! `askline openapi`: the OpenAPI document, for client generators. Needs no data and no settings.

use clap::Args;

use crate::{commands::answer::print_line, failure::Failure};

/// `askline openapi`
#[derive(Debug, Args)]
pub struct Openapi {}

impl Openapi {
    /// Prints the document as it is served.
    pub fn run(&self) -> Result<(), Failure> {
        print_line(&String::from_utf8_lossy(&askline_api::routes::documents::openapi_json()))
    }
}
