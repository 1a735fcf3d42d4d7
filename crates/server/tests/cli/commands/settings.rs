//! `askline settings`: every setting with its value, its source and its meaning; secrets are masked.

use serde_json::Value;

use crate::instance::Instance;

fn item<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let items = answer["items"].as_array().unwrap();
    items.iter().find(|item| item["name"] == name).unwrap_or_else(|| panic!("no {name} in {answer}"))
}

#[test]
fn each_setting_has_its_value_its_source_and_its_meaning() {
    let instance = Instance::new();
    let file = instance.beside("askline.toml");
    std::fs::write(&file, "[backup]\nkeep = 3\n\n[proxy]\ntrusted = [\"10.0.0.0/8\"]\n").unwrap();
    let environment = [("ASKLINE_LIMITS__IDLE_SECONDS", "90"), ("ASKLINE_CONFIG", file.to_str().unwrap())];
    let answer = instance.run_with(&["settings", "--json"], &environment, "").json();
    for (name, value, source) in [
        ("backup.keep", Value::from(3), "file"),
        ("proxy.trusted", serde_json::json!(["10.0.0.0/8"]), "file"),
        ("limits.idle_seconds", Value::from(90), "environment"),
        ("data", Value::from(instance.data.to_str().unwrap()), "flag"),
        ("log.level", Value::from("info"), "default"),
    ] {
        let item = item(&answer, name);
        assert_eq!((&item["value"], &item["source"]), (&value, &Value::from(source)), "{name}");
        assert!(item["meaning"].as_str().unwrap().len() > 10, "{item}");
    }
    assert!(answer["items"].as_array().unwrap().len() >= 80);
    let text = instance.run_with(&["settings", "limits.idle_seconds"], &environment, "").stdout;
    for part in ["limits.idle_seconds = 90", "ASKLINE_LIMITS__IDLE_SECONDS", "default: 60", "Seconds after which"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let section = instance.run(&["settings", "backup"]).stdout;
    assert!(section.contains("backup.every = \"\"") && section.contains("backup.s3.region"), "{section}");
    assert!(!section.contains("limits."), "{section}");
    assert!(!instance.data.exists(), "nothing is made");
}

#[test]
fn no_secret_is_shown() {
    let instance = Instance::new();
    let secrets = [
        ("ASKLINE_ENGINES__OPENAI__API_KEY", "sk-hidden"),
        ("ASKLINE_GENERATION__API_KEY", "hidden-model-key"),
        ("ASKLINE_BACKUP__S3__SECRET_ACCESS_KEY", "hidden-access"),
        ("ASKLINE_METRICS__TOKEN", "hidden-0123456789abcdef"),
        ("ASKLINE_MAIL__URL", "smtps://user:hidden@mail.example.com:465"),
        ("ASKLINE_DATABASE__URL", "postgres://askline:hidden@db.example.com/askline?password=hidden"),
        ("ASKLINE_REDIS__URL", "redis://:hidden@redis.example.com"),
        ("ASKLINE_GENERATION__BASE_URL", "https://user:hidden@models.example.com/v1"),
    ];
    for command in [&["settings"][..], &["settings", "--json"], &["settings", "database"], &["settings", "mail.url"]] {
        let outcome = instance.run_with(command, &secrets, "");
        assert!(!outcome.stdout.contains("hidden") && !outcome.stderr.contains("hidden"), "{command:?}");
        assert!(outcome.stdout.contains("********"), "{command:?}: {}", outcome.stdout);
    }
    let shown = instance.run_with(&["settings", "--json"], &secrets, "");
    assert!(shown.stdout.contains("postgres://********@db.example.com/askline"), "{}", shown.stdout);
}

#[test]
fn messages_about_settings_name_the_command_that_explains_them() {
    let instance = Instance::new();
    instance.run(&["settings", "backup.evry"]).refused(2, &["there is no setting backup.evry", "askline settings"]);
    let wrong = [("ASKLINE_BACKUP__KEEP", "0")];
    instance.run_with(&["serve"], &wrong, "").refused(2, &["backup.keep", "askline settings backup.keep explains it"]);
    let unknown = [("ASKLINE_BACKUP__KEPT", "1")];
    instance.run_with(&["serve"], &unknown, "").refused(2, &["backup.kept", "askline settings lists them all"]);
    // The value is printed first, so that its source can be found, and the command fails as others do.
    let outcome = instance.run_with(&["settings", "backup.keep"], &wrong, "");
    assert!(outcome.stdout.contains("backup.keep = 0") && outcome.stdout.contains("ASKLINE_BACKUP__KEEP"));
    outcome.refused(2, &["backup.keep"]);
}
