//! What the settings promise.

use super::*;

fn load(flags: &Flags, environment: &[(&str, &str)]) -> Result<Settings, Failure> {
    Settings::load_from(flags, environment.iter().map(|(name, value)| (OsString::from(name), OsString::from(value))))
}

fn check_refused(environment: &[(&str, &str)], expected: &[&str]) {
    let failure = load(&Flags::default(), environment).expect_err("a bad setting");
    assert!(matches!(failure, Failure::Misuse(_)), "{failure}");
    for part in expected {
        assert!(failure.to_string().contains(part), "'{failure}' does not name {part}");
    }
}

#[test]
fn the_documented_defaults_are_those_of_the_api() {
    let settings = load(&Flags::default(), &[]).expect("the defaults");
    let ours = ApiSettings::default();
    assert_eq!(format!("{:?}", settings.api), format!("{ours:?}"));
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert!(settings.changed.is_empty());
}

#[test]
fn later_layers_outweigh_earlier_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("askline.toml");
    std::fs::write(&file, "listen = '127.0.0.1:1'\ndata = '/one'\n[limits]\nintake_per_minute = 5\nconfig_per_minute = 6\n[proxy]\ntrusted = ['10.0.0.0/8']\n")
        .expect("written");
    let flags = Flags { config: Some(file), data: Some("/three".into()), listen: None };
    let settings =
        load(&flags, &[("ASKLINE_LIMITS__INTAKE_PER_MINUTE", "0"), ("ASKLINE_DATA", "/two"), ("OTHER", "x")])
            .expect("good settings");
    assert_eq!(settings.api.limits.intake_per_minute, 0);
    assert_eq!(settings.api.limits.config_per_minute, 6);
    assert_eq!(settings.listen.to_string(), "127.0.0.1:1");
    assert_eq!(settings.data, PathBuf::from("/three"));
    assert_eq!(settings.api.trusted_proxies.len(), 1);
}

#[test]
fn a_list_in_the_environment_is_separated_by_commas() {
    let settings = load(&Flags::default(), &[("ASKLINE_PROXY__TRUSTED", "10.0.0.0/8, 192.168.0.0/16")]).expect("good");
    assert_eq!(settings.api.trusted_proxies.len(), 2);
}

#[test]
fn an_unknown_or_bad_setting_is_named_with_where_it_came_from() {
    check_refused(
        &[("ASKLINE_LIMITS__INTAKE_PER_MINUT", "1")],
        &["limits.intake_per_minut", "ASKLINE_LIMITS__INTAKE_PER_MINUT"],
    );
    check_refused(
        &[("ASKLINE_LIMITS__INTAKE_PER_MINUTE", "many")],
        &["limits.intake_per_minute", "'many'", "whole number"],
    );
    check_refused(&[("ASKLINE_LIMITS__INTAKE_PER_MINUTE", "-1")], &["limits.intake_per_minute", "-1"]);
    check_refused(
        &[("ASKLINE_ORGANIZATIONS__DEFAULT_PLAN", "gold")],
        &["organizations.default_plan", "enterprise", "gold"],
    );
    check_refused(&[("ASKLINE_PUBLIC_URL", "askline.example.com")], &["public_url", "https://"]);
    check_refused(&[("ASKLINE_PROXY__TRUSTED", "everyone")], &["proxy.trusted", "10.0.0.0/8"]);
    check_refused(&[("ASKLINE_AUTH__SIGNUP", "yes")], &["auth.signup", "true or false"]);
    check_refused(&[("ASKLINE_LISTEN", "8080")], &["listen", "127.0.0.1:8080"]);
    check_refused(&[("ASKLINE_CONFIG", "/nowhere/askline.toml")], &["/nowhere/askline.toml"]);
}

#[test]
fn a_bad_file_is_named_with_the_setting() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("askline.toml");
    let flags = Flags { config: Some(file.clone()), ..Flags::default() };
    for (text, expected) in [
        ("listn = 'x'", "listn"),
        ("[limits]\nintake_per_minute = 'x'", "limits.intake_per_minute"),
        ("[proxy]\ntrusted = [1]", "proxy.trusted"),
        ("listen = ", "TOML"),
    ] {
        std::fs::write(&file, text).expect("written");
        let failure = load(&flags, &[]).expect_err(text).to_string();
        assert!(failure.contains(expected) && failure.contains("askline.toml"), "{failure}");
        assert!(!failure.contains('\n'));
    }
}

#[test]
fn a_secret_setting_is_not_repeated_in_its_refusal() {
    let failure = load(&Flags::default(), &[("ASKLINE_METRICS__TOKEN", "hunter2")]).expect_err("too short");
    assert!(failure.to_string().contains("metrics.token"));
    assert!(!failure.to_string().contains("hunter2"));
    let settings = load(&Flags::default(), &[("ASKLINE_METRICS__TOKEN", "0123456789abcdef")]).expect("long enough");
    assert!(!format!("{settings:?}").contains("0123456789abcdef"));
}
