//! A complete route.

use askline_api::{at, pipeline::route_table::{get, policy::Quota}, resources::sites};

fn main() {
    get(at!("/api/v1/sites/{siteId}"), "A site").any_caller().site().limit(Quota::Caller).light().to(sites::show_site);
}
