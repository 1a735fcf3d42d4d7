//! Tests the settings.

use askline_domain::engines::{Engine, EngineReadiness};

use super::*;
use crate::wiring;

const KEY: &str = "sk-0123456789abcdef";

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
    let ours = ApiSettings { engines: settings.api.engines.clone(), ..ApiSettings::default() };
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
fn a_wide_network_may_be_reached_only_when_it_is_said_twice() {
    let (allowed, twice) = ("ASKLINE_OUTGOING__ALLOWED", "ASKLINE_OUTGOING__ALLOWED_WIDE");
    let networks = |environment: &[(&str, &str)]| {
        let settings = load(&Flags::default(), environment).expect("good settings");
        settings.outgoing_allowed.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(networks(&[(allowed, "10.0.0.0/8, fd00::/32")]), ["10.0.0.0/8", "fd00::/32"]);
    for wide in ["0.0.0.0/0", "10.0.0.0/7", "fc00::/7", "::/0", "::ffff:0:0/96"] {
        check_refused(&[(allowed, wide)], &["outgoing.allowed", "outgoing.allowed_wide", "/8", "/32", allowed]);
        check_refused(&[(allowed, wide), (twice, "192.168.0.0/1")], &["outgoing.allowed"]);
        assert_eq!(networks(&[(allowed, wide), (twice, wide)]).len(), 1);
    }
    check_refused(&[(twice, "10.0.0.0/7")], &["outgoing.allowed_wide", "10.0.0.0/7", twice]);
}

#[test]
fn an_unknown_or_invalid_setting_is_refused_naming_it_and_its_source() {
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
    check_refused(&[("ASKLINE_AUTH__CONTACT", "one\ntwo")], &["auth.contact", "one line"]);
    check_refused(&[("ASKLINE_AUTH__SIGNUP", "yes")], &["auth.signup", "true or false"]);
    check_refused(&[("ASKLINE_LISTEN", "8080")], &["listen", "127.0.0.1:8080"]);
    check_refused(&[("ASKLINE_CONFIG", "/nowhere/askline.toml")], &["/nowhere/askline.toml"]);
}

#[test]
fn a_log_level_that_is_no_level_is_refused_by_name() {
    for (level, named) in [
        ("wran", "'wran'"),
        ("info,askline_api", "'askline_api'"),
        ("info,askline_api=debgu", "'askline_api=debgu'"),
        ("info,", "''"),
        ("5", "'5'"),
    ] {
        check_refused(&[("ASKLINE_LOG__LEVEL", level)], &["log.level", "ASKLINE_LOG__LEVEL", named, "warn"]);
    }
    for level in ["warn", "OFF", "info,askline_api=debug", "warn,askline_jobs=trace"] {
        load(&Flags::default(), &[("ASKLINE_LOG__LEVEL", level)]).expect(level);
    }
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
fn a_model_is_set_whole_or_not_at_all() {
    const BASE: (&str, &str) = ("ASKLINE_GENERATION__BASE_URL", "http://localhost:11434/v1");
    const MODEL: (&str, &str) = ("ASKLINE_GENERATION__MODEL", "house");
    let settings =
        load(&Flags::default(), &[BASE, MODEL, ("ASKLINE_GENERATION__API_KEY", "sk-1234567")]).expect("good");
    assert_eq!(settings.api.generation.model.as_deref(), Some("house"));
    assert!(settings.generation_model.is_some() && !format!("{settings:?}").contains("sk-1234567"));
    check_refused(&[BASE], &["generation.model"]);
    check_refused(&[MODEL], &["generation.base_url"]);
    check_refused(&[("ASKLINE_GENERATION__API_KEY", "sk-1234567")], &["generation.base_url"]);
    check_refused(&[("ASKLINE_GENERATION__CREDITS_PER_SITE", "-1")], &["generation.credits_per_site", "-1"]);
    for url in
        ["localhost:11434", "ftp://a.example/", "https://u:hunter2@a.example/", "https://a.example/v1?key=hunter2"]
    {
        let failure =
            load(&Flags::default(), &[("ASKLINE_GENERATION__BASE_URL", url), MODEL]).expect_err(url).to_string();
        assert!(failure.contains("generation.base_url") && !failure.contains("hunter2"), "{failure}");
    }
    let failure =
        load(&Flags::default(), &[BASE, MODEL, ("ASKLINE_GENERATION__API_KEY", "hunter2\n")]).expect_err("bad");
    assert!(
        failure.to_string().contains("generation.api_key") && !failure.to_string().contains("hunter2"),
        "{failure}"
    );
}

#[test]
fn a_secret_setting_is_not_repeated_in_its_refusal() {
    let failure = load(&Flags::default(), &[("ASKLINE_METRICS__TOKEN", "hunter2")]).expect_err("too short");
    assert!(failure.to_string().contains("metrics.token"));
    assert!(!failure.to_string().contains("hunter2"));
    let settings = load(&Flags::default(), &[("ASKLINE_METRICS__TOKEN", "0123456789abcdef")]).expect("long enough");
    assert!(!format!("{settings:?}").contains("0123456789abcdef"));
}

#[test]
fn an_engine_is_ready_once_it_has_a_key_and_its_terms_are_confirmed() {
    let readiness = |environment: &[(&str, &str)], engine| {
        let settings = load(&Flags::default(), environment).expect("good settings");
        settings.api.engines.offer(engine).readiness
    };
    for engine in Engine::EVERY {
        let variable = format!("ASKLINE_ENGINES__{}__API_KEY", engine.as_str().to_uppercase());
        let with_key =
            if engine == Engine::Gemini { EngineReadiness::TermsNotConfirmed } else { EngineReadiness::Ready };
        assert_eq!(readiness(&[], engine), EngineReadiness::NoKey);
        assert_eq!(readiness(&[(&variable, KEY)], engine), with_key);
    }
    let confirmed = ("ASKLINE_ENGINES__GEMINI__TERMS_CONFIRMED", "true");
    assert_eq!(readiness(&[confirmed], Engine::Gemini), EngineReadiness::NoKey);
    assert_eq!(
        readiness(&[confirmed, ("ASKLINE_ENGINES__GEMINI__API_KEY", KEY)], Engine::Gemini),
        EngineReadiness::Ready
    );
}

#[test]
fn anthropics_search_is_the_basic_one_unless_the_other_is_chosen() {
    let search = |environment: &[(&str, &str)]| {
        let settings = load(&Flags::default(), environment).expect("good settings");
        settings.engines.iter().map(|engine| engine.search.tool()).collect::<Vec<_>>()
    };
    assert_eq!(search(&[]), ["web_search_20250305"; 5]);
    let chosen = search(&[("ASKLINE_ENGINES__ANTHROPIC__SEARCH", "web_search_20260318")]);
    assert_eq!(chosen.iter().filter(|tool| **tool == "web_search_20260318").count(), 1);
}

#[test]
fn engines_that_are_ready_are_connected_and_no_others() {
    crate::install_tls();
    let connected = |environment: &[(&str, &str)]| {
        let settings = load(&Flags::default(), environment).expect("good settings");
        let engines = wiring::answer_engines(&settings).expect("connectors");
        engines.iter().map(|engine| engine.engine()).collect::<Vec<_>>()
    };
    assert_eq!(connected(&[]), []);
    let keys = [
        ("ASKLINE_ENGINES__GEMINI__API_KEY", KEY),
        ("ASKLINE_ENGINES__XAI__API_KEY", KEY),
        ("ASKLINE_ENGINES__OPENAI__API_KEY", KEY),
    ];
    assert_eq!(connected(&keys), [Engine::OpenAi, Engine::Xai]);
}

#[test]
fn every_engine_has_a_documented_model_and_price() {
    let settings = load(&Flags::default(), &[]).expect("the defaults");
    assert_eq!(settings.api.engines.offers().len(), Engine::EVERY.len());
    for offer in settings.api.engines.offers() {
        assert!(!offer.model.is_empty() && offer.credits_per_answer > 0, "{offer:?}");
    }
}

#[test]
fn a_bad_setting_of_an_engine_is_named() {
    check_refused(&[("ASKLINE_ENGINES__XAI__MODEL", "")], &["engines.xai.model", "ASKLINE_ENGINES__XAI__MODEL"]);
    check_refused(&[("ASKLINE_ENGINES__XAI__MODEL", "a model")], &["engines.xai.model", "a model"]);
    check_refused(
        &[("ASKLINE_ENGINES__XAI__CREDITS_PER_ANSWER", "10001")],
        &["engines.xai.credits_per_answer", "10001"],
    );
    check_refused(&[("ASKLINE_ENGINES__XAI__CREDITS_PER_ANSWER", "-1")], &["engines.xai.credits_per_answer"]);
    check_refused(&[("ASKLINE_ENGINES__GEMINI__TERMS_CONFIRMED", "yes")], &["engines.gemini.terms_confirmed"]);
    check_refused(&[("ASKLINE_ENGINES__OPENAI__TERMS_CONFIRMED", "true")], &["engines.openai.terms_confirmed"]);
    check_refused(&[("ASKLINE_ENGINES__GROK__API_KEY", KEY)], &["engines.grok.api_key"]);
    check_refused(&[("ASKLINE_ENGINES__OPENAI__SEARCH", "web_search_20260318")], &["engines.openai.search"]);
    check_refused(
        &[("ASKLINE_ENGINES__ANTHROPIC__SEARCH", "web_search_20260209")],
        &["engines.anthropic.search", "web_search_20250305", "web_search_20260318"],
    );
    for address in ["api.openai.com/v1", "ftp://example.com", "https://example.com/?a=b", "mailto:a@example.com", ""] {
        check_refused(&[("ASKLINE_ENGINES__OPENAI__BASE_URL", address)], &["engines.openai.base_url", "https://"]);
    }
}

#[test]
fn a_key_of_an_engine_is_in_no_message_and_nothing_that_prints() {
    for bad in ["hunter2", "hunter2 hunter2", "hunter2-hunter2-é", &"hunter2".repeat(100)] {
        let failure = load(&Flags::default(), &[("ASKLINE_ENGINES__OPENAI__API_KEY", bad)]).expect_err("a bad key");
        assert!(failure.to_string().contains("engines.openai.api_key"));
        assert!(!failure.to_string().contains("hunter2"), "{failure}");
    }
    let address = [("ASKLINE_ENGINES__OPENAI__BASE_URL", "https://me:hunter2@example.com/v1")];
    let failure = load(&Flags::default(), &address).expect_err("a bad address").to_string();
    assert!(failure.contains("engines.openai.base_url") && !failure.contains("hunter2"), "{failure}");
    let settings = load(&Flags::default(), &[("ASKLINE_ENGINES__OPENAI__API_KEY", KEY)]).expect("a good key");
    assert!(!format!("{settings:?}").contains(KEY));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("askline.toml");
    let flags = Flags { config: Some(file.clone()), ..Flags::default() };
    for text in [
        "[engines.xai]\napi_key = hunter2-hunter2",
        "[engines.xai]\napi_key = 'hunter2-hunter2' 'x'",
        "[engines.xai]\napi_key = ['hunter2-hunter2']",
    ] {
        std::fs::write(&file, text).expect("written");
        let failure = load(&flags, &[]).expect_err("bad").to_string();
        assert!(!failure.contains("hunter2"), "{failure}");
    }
}

#[test]
fn backups_are_made_by_themselves_only_when_it_is_said_how_often() {
    let settings = load(&Flags::default(), &[]).expect("the defaults");
    assert_eq!((settings.backups.every, settings.backups.keep), (None, 7));
    let settings = load(&Flags::default(), &[("ASKLINE_BACKUP__EVERY", "6h"), ("ASKLINE_DATA", "/d")]).expect("good");
    assert_eq!(settings.backups.every, Some(Duration::from_secs(6 * 3_600)));
    let BackupDestination::UsualFolder(folder) = settings.backups.to else { panic!("the usual folder") };
    assert_eq!(folder, PathBuf::from("/d/backups/scheduled"));
    for bad in ["14m", "32d", "daily", "3600"] {
        check_refused(&[("ASKLINE_BACKUP__EVERY", bad)], &["backup.every", "15m to 31d", bad]);
    }
    check_refused(&[("ASKLINE_BACKUP__KEEP", "0")], &["backup.keep", "1 to 1000"]);
    check_refused(&[("ASKLINE_BACKUP__TO", "ftp://example.com/backups")], &["backup.to", "a folder", "s3://bucket/"]);
    let on_postgres = [("ASKLINE_DATABASE__URL", "postgres://a@b/c"), ("ASKLINE_BACKUP__EVERY", "1d")];
    check_refused(&on_postgres, &["backup.every", "empty if database.url is set", "its own tools"]);
}

const TO_BUCKET: (&str, &str) = ("ASKLINE_BACKUP__TO", "s3://bucket/backups");
const BUCKET_KEY_ID: (&str, &str) = ("ASKLINE_BACKUP__S3__ACCESS_KEY_ID", "AKIA-EXAMPLE");
const BUCKET_KEY: (&str, &str) = ("ASKLINE_BACKUP__S3__SECRET_ACCESS_KEY", "hunter2-hunter2");

#[test]
fn a_bucket_needs_a_key_which_no_refusal_shows() {
    check_refused(&[TO_BUCKET], &["backup.s3.access_key_id", "the address of a bucket"]);
    check_refused(&[TO_BUCKET, BUCKET_KEY_ID], &["backup.s3.secret_access_key", "set if"]);
    check_refused(&[TO_BUCKET, BUCKET_KEY], &["backup.s3.access_key_id"]);
    let settings = load(&Flags::default(), &[TO_BUCKET, BUCKET_KEY_ID, BUCKET_KEY]).expect("good");
    assert!(!format!("{settings:?}").contains("hunter2"));
    let BackupDestination::Bucket(address) = &settings.backups.to else { panic!("a bucket") };
    assert_eq!(address.to_string(), "s3://bucket/backups/");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("key");
    std::fs::write(&file, "hunter2-of-a-file\n").expect("written");
    let file = ("ASKLINE_BACKUP__S3__SECRET_ACCESS_KEY_FILE", file.to_str().expect("a path"));
    let settings = load(&Flags::default(), &[TO_BUCKET, BUCKET_KEY_ID, file]).expect("good");
    assert_eq!(settings.backups.bucket_access.expect("there").secret_access_key.expose(), "hunter2-of-a-file");
    check_refused(&[TO_BUCKET, BUCKET_KEY_ID, BUCKET_KEY, file], &["secret_access_key_file", "empty if"]);
    for (name, bad) in [
        ("ASKLINE_BACKUP__TO", "s3://id:hunter2@bucket/backups"),
        ("ASKLINE_BACKUP__S3__SECRET_ACCESS_KEY", "hunter2 hunter2"),
        ("ASKLINE_BACKUP__S3__ACCESS_KEY_ID", "hunter2 hunter2"),
        ("ASKLINE_BACKUP__S3__ENDPOINT", "https://id:hunter2@s3.example.com"),
        ("ASKLINE_BACKUP__S3__ENDPOINT", "https://s3.example.com/hunter2"),
    ] {
        let mut variables = vec![TO_BUCKET, BUCKET_KEY_ID, BUCKET_KEY];
        variables.retain(|(each, _)| *each != name);
        variables.push((name, bad));
        let failure = load(&Flags::default(), &variables).expect_err(bad).to_string();
        assert!(!failure.contains("hunter2"), "{failure}");
    }
}

#[test]
fn a_bucket_is_reached_in_the_clear_on_this_machine_alone_unless_it_is_allowed() {
    let with = |endpoint: &str, more: &[(&str, &str)]| {
        let endpoint = [TO_BUCKET, BUCKET_KEY_ID, BUCKET_KEY, ("ASKLINE_BACKUP__S3__ENDPOINT", endpoint)];
        load(&Flags::default(), &[&endpoint, more].concat())
    };
    for good in ["https://s3.example.com", "http://127.0.0.1:9000", "http://[::1]:9000", "http://localhost:9000/"] {
        with(good, &[]).expect(good);
    }
    for bad in ["http://s3.example.com", "http://10.0.0.1:9000", "http://localhost.example.com"] {
        let failure = with(bad, &[]).expect_err(bad).to_string();
        assert!(failure.contains("backup.s3.allow_http") && failure.contains("https://"), "{failure}");
        with(bad, &[("ASKLINE_BACKUP__S3__ALLOW_HTTP", "true")]).expect(bad);
    }
}

#[test]
fn a_server_password_has_a_single_source_and_is_never_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("password");
    std::fs::write(&file, " p/a#s@s \r\n").expect("written");
    let path = file.display().to_string();
    let database = ("ASKLINE_DATABASE__URL", "postgres://askline@db/askline");
    let key = ("ASKLINE_SECRETS__KEY_FILE", "/run/key");
    let redis = ("ASKLINE_REDIS__URL", "redis://localhost");
    let read = load(
        &Flags::default(),
        &[database, key, redis, ("ASKLINE_DATABASE__PASSWORD_FILE", &path), ("ASKLINE_REDIS__PASSWORD", "s3/cr#t ")],
    );
    let servers = read.expect("good settings").servers.expect("servers");
    assert_eq!(servers.database_password.map(|password| password.expose().to_owned()), Some(" p/a#s@s ".into()));
    assert_eq!(servers.redis_password.map(|password| password.expose().to_owned()), Some("s3/cr#t ".into()));
    for (wrong, names) in [
        (vec![("ASKLINE_DATABASE__PASSWORD", "s3cret")], ["database.password", "empty unless database.url is set"]),
        (
            vec![database, key, ("ASKLINE_REDIS__PASSWORD", "s3cret")],
            ["redis.password", "empty unless redis.url is set"],
        ),
        (
            vec![database, key, ("ASKLINE_DATABASE__PASSWORD", "s3cret"), ("ASKLINE_DATABASE__PASSWORD_FILE", &path)],
            ["database.password_file", "empty if database.password is set"],
        ),
        (
            vec![database, key, ("ASKLINE_DATABASE__PASSWORD_FILE", "/nowhere/password")],
            ["database.password_file", "a file that can be read"],
        ),
    ] {
        check_refused(&wrong, &names);
        let failure = load(&Flags::default(), &wrong).expect_err("a bad setting").to_string();
        assert!(!failure.contains("s3cret"), "{failure}");
    }
}
