//! `askline doctor` names the sites whose views stopped although browsers still load their widget.

use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::instance::Instance;

/// A view on each of these days.
fn import(instance: &Instance, site: &str, days: impl Iterator<Item = Date>) {
    let file = instance.beside("views.ndjson");
    let views = days.map(|day| {
        let id = format!("0193a1b2-c3d4-7abc-8def-{:04}{:08}", day.year(), day.day_of_year());
        json!({ "type": "view", "eventId": id, "url": "https://example.com/", "at": format!("{day}T00:00:00Z") })
            .to_string()
    });
    std::fs::write(&file, views.collect::<Vec<_>>().join("\n")).unwrap();
    instance.json(&["import", "events", "--site", site, file.to_str().unwrap()]);
}

/// The state and the text of the finding.
fn found(instance: &Instance) -> (Value, String) {
    let answer = instance.json(&["doctor"]);
    let found = answer["checks"].as_array().unwrap().iter().find(|check| check["name"] == "missing views").unwrap();
    (found["state"].clone(), found["message"].as_str().unwrap().to_owned())
}

#[test]
fn doctor_names_a_site_that_lost_its_views_while_its_widget_is_loaded_until_an_event_arrives() {
    let instance = Instance::new();
    let site = instance.site(&instance.organization("enterprise"));
    let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
    let ago = |days: i32| today.saturating_sub(days.days());
    // One day more than the rule asks for, so that the test may run at midnight.
    import(&instance, &site, (2..10).map(ago));
    assert_eq!(found(&instance).0, "ok", "no one loads the widget");

    let requests = Connection::open(instance.data.join("metadata.db")).unwrap();
    let epoch = Date::constant(1970, 1, 1);
    let day = (ago(1) - epoch).get_days();
    requests.execute("INSERT INTO config_requests SELECT id, ?1, 60 FROM sites", [day]).unwrap();
    drop(requests);
    let (state, text) = found(&instance);
    assert_eq!(state, "warning", "{text}");
    assert!(text.contains(&format!("1 (example.com since {})", ago(1))), "{text}");
    assert!(text.contains("connect-src"), "{text}");

    import(&instance, &site, std::iter::once(today));
    assert_eq!(found(&instance).0, "ok", "an event arrived");
}
