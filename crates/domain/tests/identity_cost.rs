//! Prints how long it takes to decide which page an address means.

use std::{hint::black_box, time::Instant};

use askline_domain::pages::{identity::PageIdentifier, settings::PageSettings};
use url::Url;

const ADDRESSES: [&str; 6] = [
    "https://example.com/blog/2026/a-title-of-usual-length",
    "https://example.com/%D0%B1%D0%BB%D0%BE%D0%B3/%D0%BF%D0%B5%D1%80%D0%B2%D1%8B%D0%B9/",
    "https://example.com//~user/index.html?utm_source=mail",
    "https://example.com/?p=4&preview=true",
    "https://example.com/shop/item;jsessionid=1A530637289A03B07199A44E8D531427?id=77",
    "https://example.com/it%27s/last%5Fversion#top",
];

#[test]
#[ignore = "measures: cargo test -p askline-domain --release --test identity_cost -- --ignored --nocapture"]
fn identity_costs() {
    let settings = r#"{ "queryParameters": [{ "name": "p" }, { "name": "id", "paths": ["/shop/**"] }] }"#;
    let identifier = PageIdentifier::new(&serde_json::from_str::<PageSettings>(settings).expect("settings"));
    let addresses = ADDRESSES.map(|address| Url::parse(address).expect("an address"));
    const ROUNDS: u32 = 100_000;
    let started = Instant::now();
    for _ in 0..ROUNDS {
        for address in &addresses {
            black_box(identifier.of_url(black_box(address)));
        }
    }
    let count = f64::from(ROUNDS) * ADDRESSES.len() as f64;
    println!("{:.0} ns an address", started.elapsed().as_secs_f64() * 1e9 / count);
}
