//! A row that does not say who may call it.
//~ no method named `no_organization` found for struct `askline_api::route_table::Path

use askline_api::{at, guard::Quota, me, route_table::get};

fn main() {
    get(at!("/api/v1/me"), "Who am I").no_organization().limit(Quota::Caller).light().to(me::show_me);
}
