//! What `askline logs check` prints. Contains no address, no query and no user agent, so that it can be shown to others.

use askline_domain::logs::{
    address_lists::{AddressLists, known_lists},
    classify::{CrawlerRead, KeptLine, Referral},
    evidence::Evidence,
    formats::LogFormat,
    tally::{LogTally, ReadGroup, Sample},
};
use serde_json::{Value, json};

use crate::commands::answer::table;

/// Where the format comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HowFound {
    /// An option named it.
    Named,
    /// The first lines showed it.
    Guessed,
}

/// A log that was read.
pub struct Checked<'c> {
    /// The format that it was read in.
    pub format: &'c LogFormat,
    /// Where the format comes from.
    pub how_found: HowFound,
    /// What was counted.
    pub tally: &'c LogTally<'c>,
    /// The lists that addresses were compared with.
    pub lists: &'c AddressLists,
    /// The lists that were not used, with their reasons.
    pub list_problems: Vec<String>,
}

impl Checked<'_> {
    /// For programs.
    pub fn json(&self) -> Value {
        let tally = self.tally;
        let (first, last) = tally.span.unzip();
        let reads = tally.reads.iter().map(|(group, reads)| {
            let ReadGroup { crawler, purpose, evidence, status_class } = group;
            json!({
                "crawler": crawler,
                "maker": tally.makers.get(crawler),
                "purpose": purpose.as_str(),
                "evidence": evidence.as_str(),
                "statusClass": status_class.as_str(),
                "reads": reads,
            })
        });
        let referrals =
            tally.referrals.iter().map(|(assistant, visits)| json!({ "assistant": assistant, "visits": visits }));
        let errors =
            tally.problems.iter().map(|(line, problem)| json!({ "line": line, "message": problem.to_string() }));
        let lists = known_lists().iter().filter_map(|list| {
            let loaded = self.lists.loaded(list.id)?;
            let created_on = loaded.created_on.map(|day| day.to_string());
            Some(json!({ "id": list.id, "createdOn": created_on, "networks": loaded.prefixes }))
        });
        json!({
            "format": self.format.name().as_str(),
            "guessed": self.how_found == HowFound::Guessed,
            "lines": tally.lines,
            "requests": tally.requests,
            "kept": tally.kept(),
            "withoutRequest": tally.without_request,
            "unreadable": tally.unreadable,
            "errors": errors.collect::<Vec<_>>(),
            "firstAt": first.map(|at| at.to_string()),
            "lastAt": last.map(|at| at.to_string()),
            "reads": reads.collect::<Vec<_>>(),
            "referrals": referrals.collect::<Vec<_>>(),
            "samples": tally.samples.iter().map(sample_json).collect::<Vec<_>>(),
            "lists": lists.collect::<Vec<_>>(),
            "notes": self.notes(),
        })
    }

    /// For people.
    pub fn text(&self) -> String {
        let tally = self.tally;
        let found = match self.how_found {
            HowFound::Named => "as you named it",
            HowFound::Guessed => "guessed by its first lines; --format names another one",
        };
        let reads: u64 = tally.reads.values().sum();
        let visits: u64 = tally.referrals.values().sum();
        let mut blocks = vec![vec![format!("Format: {} ({found})", self.format)]];
        let head = &mut blocks[0];
        head.push(format!("Lines: {}, with {} requests{}", tally.lines, tally.requests, self.span()));
        head.push(format!("Kept: {reads} reads of crawlers and agents, {visits} visits that assistants sent"));
        head.push(format!("Not kept: {} requests of people and of other programs", tally.requests - tally.kept()));
        if tally.without_request > 0 {
            head.push(format!("Without a request: {} headings, comments and messages", tally.without_request));
        }
        head.push(format!("Unreadable: {}", tally.unreadable));
        let named = tally.problems.iter().map(|(number, problem)| format!("  line {number}: {problem}"));
        head.extend(named);
        if tally.unreadable > tally.problems.len() as u64 {
            head.push(format!("  and {} more", tally.unreadable - tally.problems.len() as u64));
        }
        if !tally.reads.is_empty() {
            blocks.push(vec![self.reads_table()]);
        }
        if !tally.referrals.is_empty() {
            let rows: Vec<Vec<String>> =
                tally.referrals.iter().map(|(assistant, visits)| vec![assistant.clone(), visits.to_string()]).collect();
            blocks.push(vec![table(&["ASSISTANT", "VISITS"], &rows)]);
        }
        if !tally.samples.is_empty() {
            let lines = tally.samples.iter().map(sample_text);
            blocks.push(["Kept, for example:".to_owned()].into_iter().chain(lines).collect());
        }
        blocks.push(self.notes());
        let blocks: Vec<String> =
            blocks.iter().filter(|lines| !lines.is_empty()).map(|lines| lines.join("\n")).collect();
        blocks.join("\n\n")
    }

    fn span(&self) -> String {
        self.tally.span.map_or_else(String::new, |(first, last)| format!(", from {first} to {last}"))
    }

    fn reads_table(&self) -> String {
        let mut groups: Vec<(&ReadGroup, &u64)> = self.tally.reads.iter().collect();
        groups.sort_by_key(|(group, reads)| (std::cmp::Reverse(**reads), **group));
        let row = |(group, reads): (&ReadGroup, &u64)| {
            vec![
                group.crawler.to_owned(),
                self.tally.makers.get(group.crawler).copied().unwrap_or("-").to_owned(),
                group.purpose.to_string(),
                group.evidence.to_string(),
                group.status_class.to_string(),
                reads.to_string(),
            ]
        };
        let rows: Vec<Vec<String>> = groups.into_iter().map(row).collect();
        table(&["CRAWLER", "MAKER", "PURPOSE", "EVIDENCE", "STATUS", "READS"], &rows)
    }

    /// What a person should know before they trust the counts.
    fn notes(&self) -> Vec<String> {
        let tally = self.tally;
        let mut notes = Vec::new();
        if !self.format.has_user_agent() {
            notes.push(
                "Note: this format has no user agent, so no crawler can be recognized; use the combined format."
                    .to_owned(),
            );
        }
        if tally.reads_behind_a_proxy > 0 {
            notes.push(format!(
                "Note: {} reads have no public address, as behind a proxy, and cannot be verified; log the address of the client.",
                tally.reads_behind_a_proxy
            ));
        }
        if tally.in_the_future > 0 {
            notes.push(format!(
                "Note: {} requests are in the future; compare the clock and the time zone of the web server.",
                tally.in_the_future
            ));
        }
        let is_claimed = |group: &ReadGroup| group.evidence == Evidence::Claimed;
        let missing: Vec<&str> = known_lists()
            .iter()
            .filter(|list| self.lists.loaded(list.id).is_none())
            .filter(|list| tally.reads.keys().any(|group| is_claimed(group) && list.crawlers.contains(&group.crawler)))
            .map(|list| list.id)
            .collect();
        if !missing.is_empty() {
            notes.push(format!(
                "Note: these address lists exist and were not given, so their crawlers are only claimed: {}. See docs/crawlers.md.",
                missing.join(", ")
            ));
        }
        notes.extend(self.list_problems.iter().map(|problem| format!("Note: {problem}.")));
        notes
    }
}

fn sample_json(sample: &Sample) -> Value {
    let line = &sample.line;
    let mut value = json!({
        "line": sample.number,
        "at": line.at.to_string(),
        "method": line.method,
        "path": line.path,
        "status": line.status,
    });
    match &sample.kept {
        KeptLine::Read(CrawlerRead { crawler, purpose, evidence, .. }) => {
            value["crawler"] = crawler.name.into();
            value["purpose"] = purpose.as_str().into();
            value["evidence"] = evidence.as_str().into();
        }
        KeptLine::Referral(Referral { assistant }) => value["assistant"] = assistant.as_str().into(),
    }
    value
}

fn sample_text(sample: &Sample) -> String {
    let line = &sample.line;
    let status = line.status.map_or("-".to_owned(), |status| status.to_string());
    let what = match &sample.kept {
        KeptLine::Read(CrawlerRead { crawler, purpose, evidence, .. }) => {
            format!("{}, {purpose}, {evidence}", crawler.name)
        }
        KeptLine::Referral(Referral { assistant }) => format!("a visit that {assistant} sent"),
    };
    format!("  line {}: {} {} {} {status}: {what}", sample.number, line.at, line.method, line.path)
}
