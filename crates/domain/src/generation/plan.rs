//! Plans what a generation changes at a site. It never changes manual and imported prompts.

use jiff::Timestamp;

use crate::{
    generation::{GeneratedPrompt, Generation, prompts::is_generated_name},
    platforms::known_ids::KnownIds,
    prompts::{MAX_PROMPTS_PER_SITE, Prompt, PromptSource, input::NewPrompt},
    shared::{
        ids::{PromptId, QuestionId, SiteId},
        language_tag::{ANY_LANGUAGE, primary_language},
    },
    widget::config::Question,
};

/// The changes of a generation to the prompts of a site.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GenerationPlan {
    /// Prompts to add.
    pub created: Vec<Prompt>,
    /// New versions of existing prompts.
    pub updated: Vec<Prompt>,
}

/// The changes of a generation to a whole site whose prompts are `existing`, oldest first. For each kind, the new text
/// goes to the oldest generated prompt that is not archived and not for pages in another language. A kind without any
/// prompt gets a new one, if the site has room for it.
pub fn plan_for_site(
    site: SiteId,
    existing: &[Prompt],
    generation: &Generation,
    at: Timestamp,
    new_id: &mut dyn FnMut() -> PromptId,
) -> GenerationPlan {
    let mut plan = GenerationPlan::default();
    for generated in &generation.prompts {
        let of_kind = existing.iter().filter(|prompt| prompt.kind == generated.kind);
        let replaced = of_kind.clone().find(|prompt| takes(prompt, generation) && !prompt.status.is_archived());
        if let Some(prompt) = replaced {
            plan.updated.push(regenerated(prompt, generated, generation, at));
        } else if of_kind.count() == 0 && existing.len() + plan.created.len() < MAX_PROMPTS_PER_SITE as usize {
            plan.created.extend(new_prompt(site, generated, generation, at, new_id));
        }
    }
    plan
}

/// The prompt after a generation; `None` if it must not be replaced, or if no text fits its kind and language.
pub fn plan_for_prompt(prompt: &Prompt, generation: &Generation, at: Timestamp) -> Option<Prompt> {
    // Its kind and its language may have changed since the texts were requested.
    let generated = generation.prompts.iter().find(|generated| generated.kind == prompt.kind)?;
    takes(prompt, generation).then(|| regenerated(prompt, generated, generation, at))
}

/// Whether a prompt may get a text from this generation.
fn takes(prompt: &Prompt, generation: &Generation) -> bool {
    let is_for_it =
        prompt.language == ANY_LANGUAGE || primary_language(&prompt.language) == primary_language(&generation.language);
    may_be_replaced(prompt) && is_for_it
}

/// Whether the prompt's text was generated, so that no person wrote it.
pub fn may_be_replaced(prompt: &Prompt) -> bool {
    prompt.source == PromptSource::Generated
}

fn regenerated(prompt: &Prompt, generated: &GeneratedPrompt, generation: &Generation, at: Timestamp) -> Prompt {
    let next = prompt.regenerated(generated.text.clone(), generation.model.clone(), at);
    // A name that a person chose is kept.
    if is_generated_name(&prompt.name) { Prompt { name: generated.name.clone(), ..next } } else { next }
}

fn new_prompt(
    site: SiteId,
    generated: &GeneratedPrompt,
    generation: &Generation,
    at: Timestamp,
    new_id: &mut dyn FnMut() -> PromptId,
) -> Option<Prompt> {
    let settings = NewPrompt::of(&generated.name, generated.kind, &generated.text).check(&KnownIds::default()).ok()?;
    let prompt = Prompt::new(new_id(), site, settings, PromptSource::Generated, at);
    Some(Prompt { model: generation.model.clone(), generated_at: Some(at), ..prompt })
}

/// The questions that replace `present`; `None` if a person wrote one of the present ones. `remembered` are the
/// questions that were generated earlier. A question that stays keeps its id, and so its clicks.
pub fn plan_questions(
    present: &[Question],
    remembered: &[Question],
    generated: &[String],
    new_id: &mut dyn FnMut() -> QuestionId,
) -> Option<Vec<Question>> {
    if !present.iter().all(|question| remembered.contains(question)) {
        return None;
    }
    let question = |text: &String| {
        let kept = present.iter().find(|question| question.text == *text).map(|question| question.id);
        Question { id: kept.unwrap_or_else(&mut *new_id), text: text.clone() }
    };
    Some(generated.iter().map(question).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        generation::SITE_KINDS,
        prompts::{PromptKind, PromptStatus, input::PromptEdit},
        shared::ids::Id as _,
    };

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a timestamp")
    }

    fn prompt(number: u128, kind: PromptKind, source: PromptSource) -> Prompt {
        let settings = NewPrompt::of("Summary", kind, "Sum up {{url}}.").check(&KnownIds::default()).expect("right");
        Prompt::new(PromptId::from_bits(number), SiteId::from_bits(1), settings, source, at("2026-01-01T00:00:00Z"))
    }

    fn generation() -> Generation {
        let prompts = SITE_KINDS.map(|kind| GeneratedPrompt {
            kind,
            name: format!("Neu {kind}"),
            text: "Lies {{url}} und fasse es zusammen.".into(),
        });
        Generation { language: "de".into(), model: Some("m".into()), prompts: prompts.into(), questions: vec![] }
    }

    fn plan(existing: &[Prompt]) -> GenerationPlan {
        let mut next = 100;
        let later = at("2026-02-01T00:00:00Z");
        plan_for_site(SiteId::from_bits(1), existing, &generation(), later, &mut || {
            next += 1;
            PromptId::from_bits(next)
        })
    }

    #[test]
    fn generated_prompts_are_replaced_in_place_and_missing_kinds_added() {
        let summary = prompt(1, PromptKind::Summary, PromptSource::Generated);
        let made = plan(&[summary.clone(), prompt(2, PromptKind::Summary, PromptSource::Generated)]);
        assert_eq!(made.updated.len(), 1, "the oldest of a kind");
        let replaced = &made.updated[0];
        assert_eq!((replaced.id, replaced.version, replaced.model.as_deref()), (summary.id, 2, Some("m")));
        assert_eq!((replaced.name.as_str(), replaced.generated_at), ("Neu summary", Some(at("2026-02-01T00:00:00Z"))));
        let kinds: Vec<PromptKind> = made.created.iter().map(|prompt| prompt.kind).collect();
        assert_eq!(kinds, &SITE_KINDS[1..]);
        assert!(made.created.iter().all(|p| p.source == PromptSource::Generated && p.generated_at.is_some()));
    }

    #[test]
    fn what_a_person_wrote_named_or_archived_stays() {
        let manual = prompt(1, PromptKind::Summary, PromptSource::Manual);
        let imported = prompt(2, PromptKind::Question, PromptSource::Imported);
        let archived =
            Prompt { status: PromptStatus::Archived, ..prompt(3, PromptKind::Explain, PromptSource::Generated) };
        let named = Prompt { name: "Short".into(), ..prompt(4, PromptKind::Compare, PromptSource::Generated) };
        let made = plan(&[manual.clone(), imported, archived.clone(), named]);
        assert_eq!((made.created.len(), made.updated.len()), (0, 1));
        assert_eq!(made.updated[0].name, "Short");
        assert_eq!(plan_for_prompt(&manual, &generation(), manual.created_at), None);
        let asked_for = plan_for_prompt(&archived, &generation(), archived.created_at).expect("it is generated");
        assert_eq!(asked_for.status, PromptStatus::Archived);
        let edit = PromptEdit { text: Some("Mine: {{url}}".into()), ..PromptEdit::default() };
        let generated = prompt(5, PromptKind::Summary, PromptSource::Generated);
        let rewritten = edit.check(&generated, &KnownIds::default()).expect("right");
        assert_eq!(plan(&[generated.edited(rewritten, generated.created_at)]).updated, []);
    }

    #[test]
    fn a_prompt_in_another_language_or_whose_kind_changed_stays() {
        let french = Prompt { language: "fr".into(), ..prompt(1, PromptKind::Summary, PromptSource::Generated) };
        let swiss = Prompt { language: "de-CH".into(), ..prompt(2, PromptKind::Summary, PromptSource::Generated) };
        let made = plan(&[french.clone(), swiss.clone()]);
        assert_eq!(made.updated.iter().map(|prompt| prompt.id).collect::<Vec<_>>(), [swiss.id]);
        assert!(plan(std::slice::from_ref(&french)).created.iter().all(|prompt| prompt.kind != PromptKind::Summary));
        assert_eq!(plan_for_prompt(&french, &generation(), french.created_at), None);
        let custom = prompt(3, PromptKind::Custom, PromptSource::Generated);
        assert_eq!(plan_for_prompt(&custom, &generation(), custom.created_at), None);
    }

    #[test]
    fn a_site_never_gets_more_prompts_than_it_may_have() {
        let most = u128::from(MAX_PROMPTS_PER_SITE);
        let full: Vec<Prompt> = (0..most - 1).map(|n| prompt(n, PromptKind::Custom, PromptSource::Manual)).collect();
        assert_eq!(plan(&full).created.len(), 1);
    }

    #[test]
    fn questions_of_people_are_not_replaced_and_a_question_that_stays_keeps_its_id() {
        let question = |id: u128, text: &str| Question { id: QuestionId::from_bits(id), text: text.into() };
        let (old, other) = (question(1, "What is it?"), question(2, "Who made it?"));
        let new = ["What is it?".to_owned(), "What does it cost?".to_owned()];
        let mut new_id = || QuestionId::from_bits(9);
        let remembered = [old.clone(), other.clone()];
        let planned =
            plan_questions(std::slice::from_ref(&old), &remembered, &new, &mut new_id).expect("all generated");
        assert_eq!(planned, [old.clone(), question(9, "What does it cost?")]);
        assert!(plan_questions(&[], &[], &new, &mut new_id).is_some());
        let mended = question(2, "Who made this?");
        assert_eq!(plan_questions(&[old, mended], &remembered, &new, &mut new_id), None);
    }
}
