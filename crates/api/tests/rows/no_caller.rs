//! A route that does not say who may call it.
//~ no method named `no_organization` found for struct `askline_api::pipeline::route_table::Path

use askline_api::{at, pipeline::route_table::{get, policy::Quota}, resources::me};

fn main() {
    get(at!("/api/v1/me"), "Who am I").no_organization().limit(Quota::Caller).light().to(me::show_me);
}
