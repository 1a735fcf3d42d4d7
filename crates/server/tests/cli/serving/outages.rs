//! A server that starts after an outage notes it for sites with views.

use askline_stand_in::until_blocking as until;
use jiff::{SignedDuration, Timestamp};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::instance::{Instance, Server};

fn metadata(instance: &Instance) -> Connection {
    Connection::open(instance.data.join("metadata.db")).unwrap()
}

/// When the instance last gave a sign of life; 0 before the first.
fn last_sign(instance: &Instance) -> i64 {
    metadata(instance).query_row("SELECT seen_ms FROM sign_of_life", [], |row| row.get(0)).unwrap_or(0)
}

/// A view before the outage, and so on no later day.
fn import_view(instance: &Instance, site: &str) {
    let file = instance.beside("view.ndjson");
    let id = "0193a1b2-c3d4-7abc-8def-000000000001";
    let at = Timestamp::now() - SignedDuration::from_hours(2);
    let view = json!({ "type": "view", "eventId": id, "url": "https://example.com/", "at": at });
    std::fs::write(&file, view.to_string()).unwrap();
    instance.json(&["import", "events", "--site", site, file.to_str().unwrap()]);
}

/// The texts of the notes of a site.
fn notes(server: &Server, owner: &str, site: &str) -> Vec<String> {
    let answer = server.get(&format!("/api/v1/annotations/{site}"), &[owner]);
    assert_eq!(answer.status, 200, "{}", answer.body);
    let body: Value = serde_json::from_str(answer.body.trim()).unwrap();
    let items = body["data"]["items"].as_array().unwrap();
    items.iter().map(|note| note["text"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_server_that_starts_after_an_hour_notes_the_outage_once_and_a_short_restart_notes_nothing() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let (read, unread) = (instance.site(&org), instance.site(&org));
    import_view(&instance, &read);
    let server = instance.serve();
    until("it gives a sign of life", || last_sign(&instance) > 0);
    assert_eq!(server.terminate().0, 0);
    metadata(&instance).execute("UPDATE sign_of_life SET seen_ms = seen_ms - 3600000", []).unwrap();

    let before = last_sign(&instance);
    let mut server = instance.serve();
    let no_outage_is_left = || {
        let count = "SELECT COUNT(*) FROM sign_of_life WHERE down_to_ms IS NULL";
        metadata(&instance).query_row(count, [], |row| row.get::<_, i64>(0)).unwrap() == 1
    };
    // The sign and the outage are stored together.
    until("it gives a sign of life", || last_sign(&instance) > before);
    until("every site has its note", no_outage_is_left);
    let owner = format!("Authorization: Bearer {}", server.log_in());
    let noted = notes(&server, &owner, &read);
    assert!(noted.len() == 1 && noted[0].starts_with("Askline was down from "), "{noted:?}");
    assert_eq!(notes(&server, &owner, &unread), [] as [String; 0], "a site without views");

    let before = last_sign(&instance);
    server.kill();
    let server = instance.serve();
    until("it gives a sign of life", || last_sign(&instance) > before);
    assert!(no_outage_is_left());
    assert_eq!(notes(&server, &owner, &read), noted);
}
