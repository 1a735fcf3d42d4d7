//! Email commands for operators: send a test, preview emails, and mark an address as confirmed.

use askline_stand_in::mail_server::{Act, Encryption, MailServer, Point, Shown};
use askline_stand_in::until_blocking as until;
use serde_json::json;

use crate::instance::{Instance, Outcome};

const PUBLIC: (&str, &str) = ("ASKLINE_PUBLIC_URL", "https://ask.example.com");
const FROM: (&str, &str) = ("ASKLINE_MAIL__FROM", "Askline <reports@example.com>");

/// Runs a mail server during `work`.
fn with_server(encryption: Encryption, work: impl FnOnce(&MailServer)) {
    with_certificate(encryption, Shown::Signed, work);
}

/// Runs a mail server with a certain certificate during `work`.
fn with_certificate(encryption: Encryption, shown: Shown, work: impl FnOnce(&MailServer)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let server = runtime.block_on(MailServer::start_showing(encryption, shown)).unwrap();
    work(&server);
}

fn doctor(instance: &Instance, url: &str, more: &[(&str, &str)]) -> Outcome {
    let environment = [&[PUBLIC, FROM, ("ASKLINE_MAIL__URL", url)], more].concat();
    instance.run_with(&["doctor", "--mail", "ada@example.com"], &environment, "")
}

#[test]
fn doctor_sends_a_test_and_prints_the_dialogue_without_the_password() {
    with_server(Encryption::None, |server| {
        let url = server.url().replace("127.0.0.1", "ada:hunter2@127.0.0.1");
        let told = doctor(&Instance::new(), &url, &[]);
        assert_eq!(told.code, 0, "{}", told.stderr);
        // The greeting, and what the server offers.
        for line in ["< 220 ", "> EHLO ask.example.com", "< 250"] {
            assert!(told.stdout.contains(line), "{line}: {}", told.stdout);
        }
        for line in ["> AUTH as ada", "> RCPT TO:<ada@example.com>", "< 250 taken", "accepted the test email"] {
            assert!(told.stdout.contains(line), "{line}: {}", told.stdout);
        }
        assert!(!told.stdout.contains("hunter2") && !told.stderr.contains("hunter2"));
        assert_eq!(server.taken().len(), 1);
    });
}

#[test]
fn doctor_says_what_to_do_about_each_usual_fault() {
    let instance = Instance::new();
    with_server(Encryption::None, |server| {
        let url = server.url().replace("127.0.0.1", "ada:hunter2@127.0.0.1");
        for (act, advice) in [
            (Act::Say(Point::Greeting, "554 no"), "refuses connections from this machine"),
            (Act::HangUp(Point::Greeting), "does not speak SMTP"),
            (Act::Say(Point::LogIn, "535 wrong"), "Check the user and the password"),
            (Act::Say(Point::Sender, "550 no"), "does not let you send as mail.from"),
            (Act::Say(Point::Recipient, "450 later"), "says to try again later"),
            (Act::Say(Point::Recipient, "550 nobody"), "refuses the recipient"),
            (Act::Say(Point::Message, "554 spam"), "refuses the message"),
        ] {
            server.plan([act.clone()]);
            let told = doctor(&instance, &url, &[]);
            assert_eq!(told.code, 1, "{act:?}: {}", told.stdout);
            assert!(told.stdout.contains(advice), "{act:?}: {}", told.stdout);
        }
        let told = doctor(&instance, &format!("smtp://127.0.0.1:{}", server.port()), &[]);
        assert!(
            told.stdout.contains("does not offer STARTTLS") && told.stdout.contains("port 587 needs smtp://"),
            "{}",
            told.stdout
        );
    });
    let told = doctor(&instance, "smtp://no-such-host.invalid", &[]);
    assert!(told.stdout.contains("Check the host in mail.url"), "{}", told.stdout);
    let told = doctor(&instance, "smtp://127.0.0.1:9", &[]);
    assert!(told.stdout.contains("Check the port in mail.url"), "{}", told.stdout);
    with_server(Encryption::Tls, |server| {
        let told = doctor(&instance, &server.url(), &[]);
        assert!(told.stdout.contains("does not trust the issuer"), "{}", told.stdout);
        let authority = server.authority().unwrap().to_str().unwrap();
        let told = instance.run_with(
            &["mail", "test", "ada@example.com", "--json"],
            &[PUBLIC, FROM, ("ASKLINE_MAIL__URL", &server.url()), ("ASKLINE_MAIL__CA_FILE", authority)],
            "",
        );
        let told = told.json();
        assert_eq!(told["changed"], true, "{told}");
        // Also where the connection is encrypted from its first byte.
        let dialogue = told["dialogue"].as_array().unwrap();
        assert!(dialogue.iter().any(|line| line.as_str().unwrap().starts_with("< 220 ")), "{told}");
        assert_ne!(told["offers"], json!([]), "{told}");
    });
}

#[test]
fn an_address_that_the_server_cannot_deliver_to_is_not_reported_as_refused_by_it() {
    with_server(Encryption::None, |server| {
        let url = server.url();
        let environment = [PUBLIC, FROM, ("ASKLINE_MAIL__URL", url.as_str())];
        let told = Instance::new().run_with(&["mail", "test", "müller@example.com"], &environment, "");
        assert_eq!(told.code, 1, "{}", told.stdout);
        let refusals = told.stdout.lines().filter(|line| line.starts_with("< 4") || line.starts_with("< 5"));
        assert_eq!(refusals.count(), 0, "{}", told.stdout);
        assert!(told.stdout.contains("does not offer it") && !told.stdout.contains("RCPT TO"), "{}", told.stdout);
        assert!(told.stdout.contains("a mail server that offers SMTPUTF8"), "{}", told.stdout);
        assert!(server.taken().is_empty());
    });
}

#[test]
fn doctor_says_what_is_wrong_with_a_certificate() {
    let instance = Instance::new();
    for (shown, advice) in [
        (Shown::OfAnotherName, "Set the host in mail.url to a name that is in the server's certificate"),
        (
            Shown::OfAuthority,
            "certificate authority's (CA:TRUE), as openssl req -x509 makes it. Give the server one with CA:FALSE",
        ),
    ] {
        for encryption in [Encryption::Tls, Encryption::StartTls] {
            with_certificate(encryption, shown, |server| {
                let authority = server.authority().unwrap().to_str().unwrap();
                let told = doctor(&instance, &server.url(), &[("ASKLINE_MAIL__CA_FILE", authority)]);
                assert_eq!(told.code, 1, "{shown:?}: {}", told.stdout);
                let (dialogue, _) = told.stdout.rsplit_once(advice).unwrap_or_else(|| panic!("{}", told.stdout));
                assert!(
                    dialogue.contains("certificate is not accepted") && !dialogue.contains("MAIL FROM"),
                    "{dialogue}"
                );
                assert!(server.taken().is_empty());
            });
        }
    }
}

#[test]
fn the_metrics_count_mails_that_were_sent_put_off_and_refused_and_that_wait() {
    with_server(Encryption::None, |mail| {
        let instance = Instance::new();
        let emails = ["owner@example.com", "second@example.com"];
        for email in emails {
            instance.organization_of(email, "pro");
            instance.json(&["user", "prove", email]);
        }
        let url = mail.url();
        let environment = [PUBLIC, FROM, ("ASKLINE_MAIL__URL", url.as_str())];
        let start = || instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &environment);
        mail.plan([Act::Work, Act::Say(Point::Recipient, "550 5.1.1 no such user")]);
        mail.plan(std::iter::repeat_n(Act::Say(Point::Recipient, "450 later"), 100));
        let server = start();
        for (email, outcome) in [(emails[0], "sent"), (emails[0], "refused"), (emails[1], "put_off")] {
            let asked = server.post("/api/v1/auth/reset", &[], &json!({ "email": email }));
            assert_eq!(asked.status, 202, "{}", asked.body);
            let line = format!("askline_mails_total{{kind=\"reset\",outcome=\"{outcome}\"}} ");
            until("the outcome is counted", || server.get("/metrics", &[]).body.contains(&line));
        }
        let counted = server.get("/metrics", &[]).body;
        for outcome in ["sent", "refused"] {
            let line = format!("askline_mails_total{{kind=\"reset\",outcome=\"{outcome}\"}} 1\n");
            assert!(counted.contains(&line), "{outcome}: {counted}");
        }
        assert_eq!(mail.taken().len(), 1);
        drop(server);
        let server = start();
        until("what waits is counted", || server.get("/metrics", &[]).body.contains("askline_mails_waiting 1\n"));
        assert!(server.get("/metrics", &[]).body.contains("askline_mail_failing 0\n"));
    });
}

#[test]
fn settings_of_mail_that_make_no_sense_are_named_and_no_password_is_repeated() {
    let instance = Instance::new();
    let url = ("ASKLINE_MAIL__URL", "smtps://ada:hunter2@mail.example.com");
    for (environment, named) in [
        (vec![FROM], "mail.url"),
        (vec![url, FROM], "public_url"),
        (vec![url, PUBLIC], "mail.from"),
        (vec![PUBLIC, FROM, ("ASKLINE_MAIL__URL", "smtps://ada:hunter2@mail.example.com?tls=off")], "mail.url"),
        (vec![PUBLIC, FROM, url, ("ASKLINE_MAIL__URL_FILE", "/no/such/file")], "mail.url_file"),
        (vec![PUBLIC, FROM, url, ("ASKLINE_MAIL__REPLY_TO", "nobody")], "mail.reply_to"),
        (vec![PUBLIC, FROM, url, ("ASKLINE_MAIL__CA_FILE", "/no/such/file")], "mail.ca_file"),
        (vec![PUBLIC, FROM, url, ("ASKLINE_MAIL__PER_MINUTE", "-1")], "mail.per_minute"),
    ] {
        let refused = instance.run_with(&["mail", "test", "ada@example.com"], &environment, "");
        assert_eq!(refused.code, 2, "{named}: {}", refused.stderr);
        assert!(refused.stderr.contains(named) && !refused.stderr.contains("hunter2"), "{named}: {}", refused.stderr);
    }
    let refused = instance.run_with(&["mail", "test", "ada@example.com"], &[], "");
    assert!(refused.code == 2 && refused.stderr.contains("mail.url"), "{}", refused.stderr);
}

#[test]
fn every_mail_is_written_as_files_in_every_language() {
    let instance = Instance::new();
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("mails");
    instance.run_with(&["mail", "preview", dir.to_str().unwrap(), "--json"], &[PUBLIC], "").json();
    for name in ["reset.en.html", "reset.de.txt", "invitation.de.html", "log_in.en.txt"] {
        let text = std::fs::read_to_string(dir.join(name)).unwrap();
        assert!(text.contains("https://ask.example.com"), "{name}: {text}");
    }
}

#[test]
fn an_operator_proves_an_address_and_the_log_says_so() {
    let instance = Instance::new();
    let org = instance.organization("pro");
    let proven = instance.json(&["user", "prove", "Owner@example.com"]);
    assert_eq!(proven["email"], "owner@example.com");
    instance.run_with(&["user", "prove", "nobody@example.com"], &[], "").refused(1, &["nobody@example.com"]);
    let log = instance.beside("audit.ndjson");
    instance.json(&["export", "audit", "--org", &org, log.to_str().unwrap()]);
    assert_eq!(std::fs::read_to_string(log).unwrap().matches("member.email_verified").count(), 1);
}
