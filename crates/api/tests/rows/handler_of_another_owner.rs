//! A handler that works on a site, in a route that is not about one.
//~ expected function signature `fn(Call<NoTenant>

use askline_api::{at, pipeline::route_table::{get, policy::Quota}, resources::sites};

fn main() {
    get(at!("/api/v1/sites/{siteId}"), "A site").any_caller().no_organization().limit(Quota::Caller).light().to(sites::show_site);
}
