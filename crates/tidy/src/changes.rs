//! Tests how use cases make changes, and counts what stores still decide.
//!
//! A change locks its organization, and on SQLite every writer. So between its beginning and its commit nothing else is
//! awaited. A change is bound to the name `change`, by which it is found.

mod grounds;

use crate::{
    circles::tokens::tokens,
    left::{Counts, Left},
    tree::{files, none},
};

/// Use cases whose changes write no audit entry, with the reason.
const WITHOUT_ENTRY: [(&str, &str); 18] = [
    (
        "crates/app/src/alert_mails/choose.rs",
        "what a person wants by email is a person's, and no action in an organization",
    ),
    ("crates/app/src/alert_mails/send.rs", "an alert by email is no action in an organization"),
    ("crates/app/src/alerts/look.rs", "nobody asked for it: it reports what a day brings"),
    ("crates/app/src/annotations/outages.rs", "nobody asked for it: it reports that the instance was down"),
    ("crates/app/src/oauth/renewed_tokens.rs", "an app's use of its tokens is no action; ended_app.rs writes its end"),
    ("crates/app/src/oauth/used_code.rs", "the consent before it has an entry; ended_app.rs writes the end of an app"),
    ("crates/app/src/report_mail/send.rs", "a report by email is no action in an organization"),
    ("crates/app/src/recipients/send.rs", "a report by email is no action in an organization"),
    ("crates/app/src/report_channels.rs", "a report to a channel is no action in an organization"),
    ("crates/app/src/mail_choices.rs", "what a person wants by email is a person's, and no action in an organization"),
    (
        "crates/app/src/report_mail/subscribe.rs",
        "a subscription to reports is a person's, and no action in an organization",
    ),
    (
        "crates/app/src/accounts/sessions/ended_session.rs",
        "a session's end is a person's, and no action in an organization",
    ),
    (
        "crates/app/src/accounts/new_account.rs",
        "a sign-up that waits for its confirmation; the account that it becomes has an entry",
    ),
    (
        "crates/app/src/accounts/passkeys/log_in.rs",
        "uses up the answer of a passkey; the session that it starts has an entry",
    ),
    (
        "crates/app/src/accounts/second_factor/begin.rs",
        "a sign-in that waits for its second step; its end has an entry",
    ),
    (
        "crates/app/src/identities/sign_in.rs",
        "roles.rs writes what a provider gives; the session that starts has an entry",
    ),
    ("crates/app/src/keys/expiring.rs", "nobody asked for it: it reports what time brings"),
    ("crates/app/src/monitors/schedule.rs", "nobody asked for it: the monitor's schedule starts its runs"),
];

const LEFT: Left = Left {
    name: "decisions.txt",
    head: "What stores decide (events, emails, daily limits, plan limits, ids), and audit entries that ports take \
           outside `ports/change`: `file | places`. Numbers only go down.",
};

/// What is wrong with the changes of a source.
fn faults(source: &[String]) -> Vec<String> {
    functions(source).into_iter().flat_map(faults_of_function).collect()
}

/// The functions of a source, each from its `fn` to the next one.
fn functions(source: &[String]) -> Vec<&[String]> {
    let starts: Vec<usize> = (0..source.len()).filter(|at| source[*at] == "fn").collect();
    let ends = starts.iter().copied().skip(1).chain([source.len()]);
    starts.iter().zip(ends).map(|(start, end)| &source[*start..end]).collect()
}

fn faults_of_function(function: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let name = function.get(1).cloned().unwrap_or_default();
    let body = (0..function.len()).find(|at| function[*at] == "{").unwrap_or(function.len());
    // A function that gets a change holds it from its beginning to its end.
    let mut is_open = is_next(&function[..body], &["change", ":", "&", "mut", "dyn", "Change"])
        || is_next(&function[..body], &["change", ":", "Box", "<", "dyn", "Change", ">"]);
    let (mut depth, mut begun_at, mut closed_at) = (0_u32, 0, None);
    for at in body..function.len() {
        let rest = &function[at..];
        match function[at].as_str() {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if closed_at.is_some_and(|closed| depth < closed) {
            // Only a branch has committed: behind it, the change is still open.
            (is_open, closed_at) = (true, None);
        }
        if starts_with(rest, &[".", "begin", "("]) {
            let start = start_of_value(function, at);
            if !function[..start].ends_with(&["mut", "change", "="].map(String::from)) {
                found.push(format!("{name}: a change that begins is bound by `let mut change = `"));
            }
            (is_open, begun_at, closed_at) = (true, depth, None);
        } else if ["commit", "commit_without_notice"].iter().any(|end| starts_with(rest, &["change", ".", end])) {
            (is_open, closed_at) = (false, (depth > begun_at).then_some(depth));
        } else if is_open && starts_with(rest, &[".", "await"]) {
            let awaited = &function[start_of_value(function, at)..at];
            if !is_of_change(awaited) && !is_next(awaited, &[".", "begin", "("]) {
                found.push(format!("{name}: `{}` is awaited during a change", awaited.concat()));
            }
        }
    }
    found
}

/// Whether a value is a call of the change, or of a function that gets it first.
fn is_of_change(value: &[String]) -> bool {
    let arguments = value.iter().position(|token| token == "(").map_or(&[][..], |at| &value[at + 1..]);
    starts_with(value, &["change", "."])
        || starts_with(arguments, &["&", "mut", "*", "change", ","])
        || starts_with(arguments, &["change", ","])
}

/// Where the value ends that begins before `end`: calls, indexes, fields, paths and `?` belong to it.
fn start_of_value(tokens: &[String], end: usize) -> usize {
    let mut at = end;
    while at > 0 {
        match tokens[at - 1].as_str() {
            ")" => at = start_of_bracket(tokens, at - 1),
            "]" => at = start_of_bracket(tokens, at - 1),
            "?" => at -= 1,
            word if is_word(word) => {
                at -= 1;
                match at.checked_sub(1).map(|before| tokens[before].as_str()) {
                    Some("." | "::") => at -= 1,
                    _ => return at,
                }
            }
            _ => return at,
        }
    }
    at
}

/// Where the bracket opens that closes at `end`.
fn start_of_bracket(tokens: &[String], end: usize) -> usize {
    let mut depth = 0;
    for at in (0..=end).rev() {
        match tokens[at].as_str() {
            ")" | "]" | "}" => depth += 1,
            "(" | "[" | "{" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    0
}

fn is_word(token: &str) -> bool {
    token.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn starts_with(tokens: &[String], wanted: &[&str]) -> bool {
    tokens.len() >= wanted.len() && tokens.iter().zip(wanted).all(|(token, wanted)| token == wanted)
}

fn is_next(tokens: &[String], wanted: &[&str]) -> bool {
    (0..tokens.len()).any(|at| starts_with(&tokens[at..], wanted))
}

/// The number of places at which a source of the store decides something.
fn decisions(source: &[String]) -> usize {
    const NAMES: [&str; 4] = ["Event", "MailContent", "Made", "RunPlan"];
    let is_decision = |at: usize| {
        let (token, rest) = (source[at].as_str(), &source[at + 1..]);
        NAMES.contains(&token) && starts_with(rest, &["::"])
            || token.ends_with("Id") && starts_with(rest, &["::", "new", "("])
            || token == "limits" && starts_with(rest, &["(", ")"])
    };
    (0..source.len()).filter(|at| is_decision(*at)).count()
}

/// The number of audit entries that the methods of a port take.
fn entries(source: &[String]) -> usize {
    let is_type = |at: usize| source[at] == "AuditDraft" && [":", "<"].contains(&source[at - 1].as_str());
    (1..source.len()).filter(|at| is_type(*at)).count()
}

/// The sources below a folder, without files of tests.
fn sources(folder: &str) -> Vec<(String, Vec<String>)> {
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.ends_with("_test.rs");
    let found = files(&[".rs"]).into_iter().filter(|(path, _)| path.starts_with(folder) && !is_test(path));
    found.map(|(path, text)| (path, tokens(&text))).collect()
}

fn counts() -> Counts {
    let store = sources("crates/store/src/").into_iter().map(|(path, source)| (path, decisions(&source)));
    let ports = sources("crates/app/src/ports/").into_iter().filter(|(path, _)| !path.contains("/ports/change/"));
    let counts = store.chain(ports.map(|(path, source)| (path, entries(&source))));
    counts.filter(|(_, count)| *count > 0).collect()
}

#[test]
fn a_use_case_awaits_nothing_but_the_change_between_begin_and_commit() {
    let sources = sources("crates/app/src/").into_iter();
    let faults: Vec<String> = sources
        .flat_map(|(path, source)| faults(&source).into_iter().map(move |fault| format!("{path}: {fault}")))
        .collect();
    none("read before the change begins, or through the change", &faults);
}

#[test]
fn a_use_case_that_changes_something_writes_an_audit_entry() {
    let without = sources("crates/app/src/")
        .into_iter()
        .filter(|(_, source)| is_next(source, &[".", "begin", "("]))
        .filter(|(_, source)| {
            !is_next(source, &["change", ".", "audit", "("]) && !is_next(source, &["audit_members", "(", "&"])
        })
        .map(|(path, _)| path)
        .filter(|path| !WITHOUT_ENTRY.iter().any(|(known, _)| known == path));
    none("call `change.audit` or `audit_members`, or list the file with the reason", &without.collect::<Vec<_>>());
}

#[test]
fn no_store_decides_more_and_no_port_takes_more_audit_entries_than_is_left() {
    let counts = counts();
    LEFT.check_none_is_higher("decide it in a use case of `crates/app`, in a change", &counts, |_| Vec::new());
    LEFT.check_none_is_lower(&counts);
}

#[test]
#[ignore = "writes left/decisions.txt"]
fn write_how_many_decisions_of_stores_are_left() {
    LEFT.write(&counts());
}

#[test]
fn what_is_awaited_during_a_change_is_found_and_what_belongs_to_it_is_not() {
    let faults = |body: &str| faults(&tokens(&format!("async fn f() {{ {body} }}")));
    let begin = "let mut change = keys.begin(&[Scope::Organization(org)]).await?;";
    for allowed in [
        "change.key(id).await?.filter(|key| key.org_id == org); change.commit().await?; mails.send(1).await?;",
        "end(&mut *change, &mut key, at).await?; super::create::end(&mut *change, 1).await",
        "for key in &mut keys { change.raise(&Event::of_key(key)).await?; } change.commit_without_notice().await",
    ] {
        assert_eq!(
            faults(&format!("let key = keys.key(org).await?; {begin} {allowed}")),
            [] as [String; 0],
            "{allowed}"
        );
    }
    for (refused, awaited) in [
        ("keys.key(org, id).await?;", "keys.key(org,id)"),
        (
            "visit.instance.hashing.hash(&password)?.verify().await?;",
            "visit.instance.hashing.hash(&password)?.verify()",
        ),
        ("tokio::time::sleep(SECOND).await;", "tokio::time::sleep(SECOND)"),
        ("end(key, &mut *change).await?;", "end(key,&mut*change)"),
        ("if is_full { change.commit().await?; return; } keys.key(org).await?;", "keys.key(org)"),
    ] {
        assert_eq!(faults(&format!("{begin} {refused}")), [format!("f: `{awaited}` is awaited during a change")]);
        let in_part =
            format!("async fn part(change: &mut dyn Change, at: Timestamp) -> StoreResult<()> {{ {refused} }}");
        assert_eq!(self::faults(&tokens(&in_part)).len(), 1, "{refused}");
        let in_end = in_part.replace("change: &mut dyn Change", "mut change: Box<dyn Change>");
        assert_eq!(self::faults(&tokens(&in_end)).len(), 1, "{refused}");
    }
    assert_eq!(faults("let other = keys.begin(&[]).await?; other.commit().await?;").len(), 2);
}

#[test]
fn a_decision_of_a_store_and_an_audit_entry_of_a_port_are_counted() {
    for (source, number) in [
        ("use domain::{Event, KeyId}; fn raise(event: &Event, id: KeyId) {}", 0),
        ("change.raise(&Event::of_key(name, key)).await?;", 1),
        ("change.tell(user, MailContent::KeyMade { name }); let id = JobId::new(at, rng);", 2),
        ("plan.limits().seats; count(Made::Site); RunPlan::of(&monitor)", 3),
        ("#[cfg(test)] mod tests { fn f() { Event::of_key(1); } }", 0),
    ] {
        assert_eq!(decisions(&tokens(source)), number, "{source}");
    }
    let port =
        "use domain::audit::{AuditDraft, Target}; trait Keys { fn a(audit: AuditDraft); fn b(all: Vec<AuditDraft>); }";
    assert_eq!(entries(&tokens(port)), 2);
}
