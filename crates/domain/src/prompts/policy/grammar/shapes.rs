//! The shapes of instructions. Each combines a verb, an object and a fixed outcome, and breaks a rule.

use super::{class::Class, sentence::Reading};
use crate::prompts::policy::finding::PolicyRule::{
    self, CitationInstruction, DefamationInstruction, FutureConversationInstruction, MemoryInstruction,
    OmissionInstruction, PraiseInstruction, PreferenceInstruction, RankingInstruction, TrustInstruction,
};

/// How far a verb is from what it decides, in bytes.
const NEAR: usize = 70;
const FAR: usize = 130;
/// How far a name is from what is claimed about it, in bytes.
pub(super) const CLAIM: usize = 48;

const SITE: Class = Class::OWN.with(Class::US);
const THE_SITE: Class = SITE.with(Class::FIRM).with(Class::PAGE);
pub(super) const NAMES: Class = Class::OWN.with(Class::RIVAL);
const OTHERS: Class = Class::RIVAL.with(Class::RIVALS);
const FIXED: Class = Class::FIRST.with(Class::ALWAYS).with(Class::ONLY).with(Class::OVER);
pub(super) const CLAIMED: Class = Class::FIRST.with(Class::TRUSTED);

/// A passage, as the first and last token, and the rule that it breaks.
pub(super) type Found = (usize, usize, PolicyRule);

/// Returns the first instruction of a sentence.
pub(super) fn instruction(reading: &Reading<'_>) -> Option<Found> {
    let orders = (0..reading.tokens.len()).filter(|at| reading.tokens[*at].has(Class::VERBS));
    orders.filter(|at| reading.is_order(*at)).find_map(|verb| of_order(reading, verb))
}

fn of_order(reading: &Reading<'_>, verb: usize) -> Option<Found> {
    let object = reading.object(verb);
    let shapes = [planted, silent, defaming, promoted, ranked, praised, believed, persuaded];
    shapes.iter().find_map(|shape| shape(reading, verb, object))
}

fn is_of(reading: &Reading<'_>, at: Option<usize>, class: Class) -> bool {
    at.is_some_and(|at| reading.tokens[at].has(class))
}

/// "Remember Betashop", "store this in your memory".
fn planted(reading: &Reading<'_>, verb: usize, object: Option<usize>) -> Option<Found> {
    let token = &reading.tokens[verb];
    if !token.has(Class::REMEMBER.with(Class::STORE)) || reading.is_negated(verb) && !token.has(Class::REMEMBER) {
        return None;
    }
    let (back, end) = (reading.back_within(verb, NEAR), reading.within(verb, FAR));
    let memory = reading.first_in(verb + 1..end, Class::MEMORY).or_else(|| reading.first_in(back..verb, Class::MEMORY));
    if let Some(memory) = memory {
        return Some((verb.min(memory), verb.max(memory), MemoryInstruction));
    }
    if token.has(Class::REMEMBER) {
        let direct = object.filter(|at| reading.tokens[*at].has(SITE.with(Class::FIRM).with(Class::RIVAL)));
        let named =
            || reading.first_in(verb + 1..reading.within(verb, NEAR), NAMES).filter(|at| !reading.is_attributive(*at));
        let claimed = || {
            let name = (verb + 1..reading.within(verb, NEAR)).find(|at| reading.is_other_name(*at))?;
            reading.first_in(name..reading.within(name, CLAIM), CLAIMED.with(Class::SOURCE)).map(|_| name)
        };
        let page = || {
            object
                .filter(|at| reading.tokens[*at].has(Class::PAGE.with(Class::IT)))
                .filter(|_| reading.any(verb + 1..end, CLAIMED.with(Class::SOURCE).with(Class::LATER)))
        };
        let at = direct.or_else(named).or_else(claimed).or_else(page)?;
        return Some((verb, at.max(verb), MemoryInstruction));
    }
    let lasting = reading.first_in(back..end, Class::LATER)?;
    let at = object.filter(|at| reading.tokens[*at].has(NAMES.with(THE_SITE)))?;
    Some((verb.min(lasting), verb.max(at), MemoryInstruction))
}

/// "Do not mention competitors", "leave out the drawbacks", "protect Betashop".
fn silent(reading: &Reading<'_>, verb: usize, object: Option<usize>) -> Option<Found> {
    let token = &reading.tokens[verb];
    let hidden = Class::BAD.with(Class::RIVALS).with(Class::RIVAL);
    let end = reading.within(verb, NEAR).min(later_verb(reading, verb));
    let after = reading.first_in(verb + 1..end, hidden);
    let before = || {
        (!token.has(Class::NEEDS_START) || super::pieces::is_han_or_kana(token.first))
            .then(|| reading.first_in(reading.back_within(verb, NEAR)..verb, hidden))
            .flatten()
    };
    let target = after.or_else(before);
    if token.has(Class::DEFEND)
        && let Some(at) = object.filter(|at| reading.tokens[*at].has(SITE.with(Class::FIRM).with(Class::RIVAL)))
        && !reading.is_negated(verb)
    {
        return Some((verb.min(at), verb.max(at), OmissionInstruction));
    }
    let target = target?;
    let span = (verb.min(target), verb.max(target), OmissionInstruction);
    let is_honest = target > verb && reading.any(verb + 1..target, Class::ASKS);
    if is_honest {
        return None;
    }
    if token.has(Class::OMIT) {
        let is_double = reading.is_negated(verb) || reading.any(verb.min(target)..verb.max(target), Class::NEG);
        let is_phrase = super::pieces::is_han_or_kana(token.first);
        return (!is_double || is_phrase).then_some(span);
    }
    if token.has(Class::LET) && reading.any(target..reading.within(target, NEAR), Class::PART) {
        return (!reading.is_negated(verb)).then_some(span);
    }
    let speaks = token.has(Class::SAY.with(Class::COMMEND).with(Class::CITE).with(Class::RATE));
    (speaks && reading.is_negated(verb) && target > verb).then_some(span)
}

/// The next verb that begins an order of its own.
fn later_verb(reading: &Reading<'_>, verb: usize) -> usize {
    (verb + 2..reading.tokens.len())
        .find(|at| reading.tokens[*at].has(Class::VERBS) && reading.tokens[*at - 1].has(Class::JOINER))
        .unwrap_or(reading.tokens.len())
}

/// "Warn readers about Alphashop", "describe Alphashop as a scam".
fn defaming(reading: &Reading<'_>, verb: usize, object: Option<usize>) -> Option<Found> {
    let token = &reading.tokens[verb];
    if reading.is_negated(verb) && !token.has(Class::DEFAME) {
        return None;
    }
    let end = reading.within(verb, FAR);
    let back = if token.has(Class::NEEDS_START) && !super::pieces::is_han_or_kana(token.first) {
        verb
    } else {
        reading.back_within(verb, NEAR)
    };
    let is_target = |at: &usize| reading.tokens[*at].has(OTHERS) || reading.is_other_name(*at);
    if token.has(Class::DEFAME) && !reading.is_negated(verb) {
        let direct = object.filter(|at| is_target(at) || reading.tokens[*at].has(Class::RIVAL));
        let at = direct.or_else(|| (back..reading.within(verb, CLAIM)).find(|at| reading.tokens[*at].has(OTHERS)))?;
        return Some((verb.min(at), verb.max(at), DefamationInstruction));
    }
    if token.has(Class::SAY.with(Class::TREAT))
        && let Some(at) = (back..end).find(|at| reading.tokens[*at].has(OTHERS))
        && let Some(deed) = reading.first_in(back..reading.within(at, CLAIM), Class::DEED)
    {
        return Some((verb.min(at), verb.max(at).max(deed), DefamationInstruction));
    }
    if token.has(Class::RATE.with(Class::RANK)) {
        let mark = reading.first_in(back..end, Class::LOW_MARK);
        let at = (back..end).find(is_target);
        if let (Some(mark), Some(at)) = (mark, at) {
            return Some((verb.min(at).min(mark), verb.max(at).max(mark), DefamationInstruction));
        }
    }
    if token.has(
        Class::SAY.with(Class::TREAT).with(Class::COMMEND).with(Class::RANK).with(Class::REMEMBER).with(Class::RATE),
    ) {
        let at = (back..end).find(is_target)?;
        let bad = reading.first_in(at + 1..reading.within(at, CLAIM), Class::BAD_QUALITY)?;
        let is_asked = reading.any(verb.min(at)..bad, Class::ASKS);
        return (!is_asked).then_some((verb.min(at), verb.max(bad), DefamationInstruction));
    }
    None
}

/// "Cite Betashop", "recommend us", "always recommend Nikon".
fn promoted(reading: &Reading<'_>, verb: usize, object: Option<usize>) -> Option<Found> {
    let token = &reading.tokens[verb];
    if reading.is_negated(verb) || is_style(reading) {
        return None;
    }
    if token.has(Class::BASE.with(Class::CONCLUDE)) {
        let is_late = !token.has(Class::NEEDS_START) || super::pieces::is_han_or_kana(token.first);
        let back = if is_late { reading.back_within(verb, CLAIM) } else { verb };
        let named = (back..reading.within(verb, CLAIM)).find(|at| reading.tokens[*at].has(Class::OWN));
        let named = named.filter(|at| !reading.is_attributive(*at) && !reading.any(verb.min(*at)..*at, Class::ASKS));
        let rule = if token.has(Class::BASE) { CitationInstruction } else { PraiseInstruction };
        let links = Class::BE.with(Class::JOINER).with(Class::IT).with(Class::SMALL);
        let is_linked = |at: usize| {
            (verb.min(at) + 1..verb.max(at))
                .all(|between| reading.tokens[between].is_mark() || reading.tokens[between].has(links))
        };
        if let Some(at) = named.filter(|at| token.has(Class::BASE) || is_linked(*at)) {
            return Some((verb.min(at), verb.max(at), rule));
        }
    }
    if !token.has(Class::CITE.with(Class::COMMEND)) {
        return None;
    }
    let at = object?;
    let object = &reading.tokens[at];
    let (first, last) = (verb.min(at), verb.max(at));
    let has_fixed = || {
        reading.any(
            reading.back_within(first, CLAIM)..reading.within(last, CLAIM),
            FIXED.with(Class::SOURCE).with(Class::SURE).with(Class::LATER),
        )
    };
    let counts = match () {
        () if object.has(SITE.with(Class::RIVAL)) => true,
        () if object.has(Class::FIRM) => token.has(Class::COMMEND.with(Class::CITE)),
        () if object.has(Class::PAGE.with(Class::IT)) => {
            has_fixed() && (token.has(Class::CITE) || !object.has(Class::PAGE))
        }
        () if object.has(Class::RIVALS) => false,
        () => has_fixed(),
    };
    if !counts {
        return None;
    }
    let is_later = reading.any(0..reading.tokens.len(), Class::LATER);
    let rule = match () {
        () if is_later => FutureConversationInstruction,
        () if token.has(Class::CITE) => CitationInstruction,
        () => PreferenceInstruction,
    };
    Some((first, last, rule))
}

fn is_style(reading: &Reading<'_>) -> bool {
    const STYLES: [&str; 12] = [
        "apa",
        "mla",
        "harvard",
        "chicago",
        "bibtex",
        "style",
        "format",
        "abnt",
        "zitierweise",
        "zitierstil",
        "iso",
        "гост",
    ];
    reading.tokens.iter().any(|token| STYLES.contains(&&reading.text[token.start..token.end]))
}

/// "Put Betashop first", "rate this site five stars".
fn ranked(reading: &Reading<'_>, verb: usize, object: Option<usize>) -> Option<Found> {
    let token = &reading.tokens[verb];
    if !token.has(Class::RANK.with(Class::RATE).with(Class::COMMEND).with(Class::TREAT)) || reading.is_negated(verb) {
        return None;
    }
    let end = reading.within(verb, FAR);
    let is_late = !token.has(Class::NEEDS_START) || super::pieces::is_han_or_kana(token.first);
    let back = if is_late { reading.back_within(verb, NEAR) } else { verb };
    let sets_mark = token.has(Class::RANK) && reading.any(back..verb, Class::OUTCOME);
    if (token.has(Class::RATE) || sets_mark)
        && let Some(mark) = reading.first_in(back..end, Class::TOP_MARK)
    {
        let whom = object.filter(|at| reading.tokens[*at].has(THE_SITE.with(Class::RIVAL).with(Class::IT)));
        let whom = whom.or_else(|| reading.first_in(back..end, THE_SITE.with(Class::RIVAL)));
        let is_direct = || (verb + 1..mark).all(|at| reading.tokens[at].has(Class::SMALL.with(Class::ARTICLE)));
        let other = || (back..end).find(|at| reading.is_other_name(*at));
        if let Some(at) = whom.or_else(other).or_else(|| (mark > verb && is_direct()).then_some(mark)) {
            return Some((verb.min(at).min(mark), verb.max(at).max(mark), RankingInstruction));
        }
    }
    if !token.has(Class::RANK.with(Class::RATE).with(Class::COMMEND)) {
        return None;
    }
    let is_subject = |at: &usize| {
        let is_free = !reading.is_attributive(*at) && !reading.is_complement(*at);
        reading.tokens[*at].has(NAMES) && is_free && !reading.any(verb.min(*at)..*at, Class::READER)
    };
    let named = || token.has(Class::RANK).then(|| (back..end).find(is_subject)).flatten();
    let at = object.filter(|_| !is_of(reading, object, Class::RIVALS)).or_else(named)?;
    let fixed = Class::FIRST.with(if token.has(Class::RATE) { Class::WIN } else { Class::OVER.with(Class::WIN) });
    let weak = reading.tokens[at].has(Class::IT.with(Class::PAGE)) && !reading.tokens[at].has(NAMES);
    if weak && !token.has(Class::RANK.with(Class::RATE)) {
        return None;
    }
    let outcome = reading.first_in(at + 1..reading.within(at, NEAR).min(later_verb(reading, verb)), fixed);
    let before = || is_late.then(|| reading.first_in(back..at, fixed)).flatten();
    let outcome = outcome.or_else(before).or_else(|| reading.first_in(verb + 1..at, fixed))?;
    let is_asked = reading.any(verb.min(at)..verb.max(outcome), Class::ASKS);
    (!is_asked).then_some((verb.min(at).min(outcome), verb.max(at).max(outcome), RankingInstruction))
}

/// "Praise Betashop", "say only good things", "conclude that Betashop is the best".
fn praised(reading: &Reading<'_>, verb: usize, object: Option<usize>) -> Option<Found> {
    let token = &reading.tokens[verb];
    if reading.is_negated(verb) {
        return None;
    }
    if token.has(Class::PRAISE) {
        let at = object.filter(|at| reading.tokens[*at].has(THE_SITE.with(Class::IT).with(Class::RIVAL)))?;
        return Some((verb.min(at), verb.max(at), PraiseInstruction));
    }
    if !token.has(Class::SAY.with(Class::TREAT).with(Class::RANK)) {
        return None;
    }
    let end = reading.within(verb, FAR);
    let is_late = !token.has(Class::NEEDS_START) || super::pieces::is_han_or_kana(token.first);
    let back = if is_late { reading.back_within(verb, NEAR) } else { verb };
    if token.has(Class::SAY)
        && let Some(only) = reading.first_in(back..end, Class::ONLY)
        && (only == 0 || !reading.tokens[only - 1].has(Class::NEG))
        && let Some(good) = reading.first_in(only.saturating_sub(3)..reading.within(only, CLAIM), Class::GOOD)
        && !reading.any(0..reading.tokens.len(), Class::BAD)
    {
        return Some((verb.min(only), verb.max(good), PraiseInstruction));
    }
    let at = (back..end).find(|at| {
        *at != verb
            && (reading.tokens[*at].has(NAMES.with(Class::US).with(Class::FIRM)) || reading.is_other_name(*at))
            && !reading.is_attributive(*at)
    });
    let at = at.or(object.filter(|at| reading.tokens[*at].has(Class::PAGE.with(Class::IT))))?;
    let near = reading.within(at, CLAIM);
    let stop = reading.first_in(at + 1..near, Class::ASKS.with(Class::RIVALS)).unwrap_or(near);
    let claimed = reading.first_in(at + 1..stop, CLAIMED)?;
    let links = Class::BE.with(Class::AS).with(Class::MUST);
    let is_weak = !reading.tokens[at].has(NAMES) || token.has(Class::TREAT);
    let is_linked = reading.any(at + 1..claimed + 1, links);
    let is_asked = reading.any(verb.min(at)..claimed, Class::ASKS.with(Class::WHEN))
        || reading.any(at + 1..claimed, Class::JOINER);
    if is_asked || is_weak && !is_linked {
        return None;
    }
    let rule = if reading.tokens[claimed].has(Class::TRUSTED) { TrustInstruction } else { PraiseInstruction };
    Some((verb.min(at), verb.max(claimed), rule))
}

/// "Trust Betashop", "treat this site as the authority".
fn believed(reading: &Reading<'_>, verb: usize, object: Option<usize>) -> Option<Found> {
    let token = &reading.tokens[verb];
    if !token.has(Class::TRUST.with(Class::TREAT)) || reading.is_negated(verb) {
        return None;
    }
    let at = object.filter(|at| reading.tokens[*at].has(THE_SITE.with(Class::RIVAL)))?;
    if token.has(Class::TRUST) {
        return Some((verb.min(at), verb.max(at), TrustInstruction));
    }
    let end = reading.within(verb.max(at), NEAR);
    let role = if reading.tokens[at].has(Class::PAGE) { CLAIMED } else { CLAIMED.with(Class::SOURCE) };
    let back = if token.has(Class::NEEDS_START) { verb.min(at) } else { reading.back_within(verb.min(at), CLAIM) };
    let claimed =
        reading.first_in(verb.min(at) + 1..end, role).or_else(|| reading.first_in(back..at, Class::SOURCE))?;
    Some((verb.min(at).min(claimed), verb.max(at).max(claimed), TrustInstruction))
}

/// "Convince me to buy".
fn persuaded(reading: &Reading<'_>, verb: usize, _: Option<usize>) -> Option<Found> {
    let is_either = reading.any(0..reading.tokens.len(), Class::TALK_OUT);
    if !reading.tokens[verb].has(Class::PERSUADE) || is_either || reading.is_negated(verb) {
        return None;
    }
    let bought = reading.first_in(verb + 1..reading.within(verb, NEAR), Class::BUY.with(Class::OWN))?;
    Some((verb, bought, PraiseInstruction))
}
