//! A route that does not say where its work runs.
//~ no method named `to` found for struct `Metered

use askline_api::{at, pipeline::route_table::{get, policy::Quota}, resources::me};

fn main() {
    get(at!("/api/v1/me"), "Who am I").any_session().no_organization().limit(Quota::Caller).to(me::show_me);
}
