//! `kill -9` while a report is sent: it is sent once after the restart.

use askline_stand_in::{
    mail_server::{Act, MailServer, Point},
    until_blocking as until,
};
use rusqlite::Connection;

use crate::instance::{Instance, Server};

/// How often a server is killed as soon as it listens, while it reads what is due, or stores the email.
const ROUNDS: usize = 4;

fn metadata(instance: &Instance) -> Connection {
    Connection::open(instance.data.join("metadata.db")).unwrap()
}

fn number(instance: &Instance, query: &str) -> i64 {
    metadata(instance).query_row(query, [], |row| row.get(0)).unwrap_or(0)
}

fn start(instance: &Instance, mail: &MailServer) -> Server {
    let settings = [
        ("ASKLINE_PUBLIC_URL", "https://ask.example.com"),
        ("ASKLINE_MAIL__URL", &*mail.url()),
        ("ASKLINE_MAIL__FROM", "Askline <reports@example.com>"),
    ];
    instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &settings)
}

#[test]
fn a_server_that_is_killed_between_reading_what_is_due_and_sending_a_report_sends_it_once_after_the_restart() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let mail = runtime.block_on(MailServer::start()).unwrap();
    let instance = Instance::new();
    instance.site(&instance.organization("enterprise"));
    metadata(&instance)
        .execute_batch(
            "UPDATE users SET email_verified_ms = 1;
             INSERT INTO report_subscriptions SELECT id, 'report.weekly', 1, 0, NULL FROM users;",
        )
        .unwrap();

    // The first connection ends before the email is sent.
    mail.plan([Act::Hang(Point::Recipient)]);
    for _ in 0..ROUNDS {
        start(&instance, &mail).kill();
    }
    let mut server = start(&instance, &mail);
    until("the report is being sent", || mail.connections() > 0);
    server.kill();

    let server = start(&instance, &mail);
    until("the report arrives", || !mail.taken().is_empty());
    until("the next one is due in a week", || number(&instance, "SELECT due_ms FROM report_subscriptions") > 0);
    let is_left = "SELECT COUNT(*) FROM mails";
    until("no email is left", || number(&instance, is_left) == 0);
    assert_eq!(server.terminate().0, 0);

    let last_sign = "SELECT seen_ms FROM sign_of_life";
    let before = number(&instance, last_sign);
    let server = start(&instance, &mail);
    until("the next server works", || number(&instance, last_sign) > before);
    assert_eq!(server.terminate().0, 0);
    assert_eq!(number(&instance, is_left), 0);
    let taken = mail.taken();
    assert_eq!(taken.len(), 1, "{taken:?}");
    assert_eq!(taken[0].to, ["owner@example.com"]);
    assert!(taken[0].message.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{}", taken[0].message);
}
