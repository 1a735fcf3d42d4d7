//! A route about a site, without a site in its path.
//~ no method named `site` found for struct `Called

use askline_api::{at, pipeline::route_table::{get, policy::Quota}, resources::sites};

fn main() {
    get(at!("/api/v1/sites/{webhookId}"), "A site").any_caller().site().limit(Quota::Caller).light().to(sites::show_site);
}
