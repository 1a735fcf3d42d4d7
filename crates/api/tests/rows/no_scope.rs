//! A route for keys that does not name the scope they need.
//~ this method takes 1 argument but 0 arguments were supplied

use askline_api::{at, pipeline::route_table::{get, policy::Quota}, resources::sites};

fn main() {
    get(at!("/api/v1/sites"), "List sites").key().own_organization().limit(Quota::Caller).light().to(sites::list_sites);
}
