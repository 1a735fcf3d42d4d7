//! A route without a limit.
//~ no method named `to` found for struct `About

use askline_api::{at, pipeline::route_table::get, resources::me};

fn main() {
    get(at!("/api/v1/me"), "Who am I").any_session().no_organization().to(me::show_me);
}
