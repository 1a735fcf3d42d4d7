//! What of an event's action stands in which column: stored, so it can never change.

use askline_domain::{
    event::{Action, EventType},
    id::{Id, PromptId, QuestionId},
    visit_source::VisitSource,
};

/// The second label of an action as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DetailColumn<'e> {
    None,
    Text(&'e str),
    Id([u8; 16]),
}

/// The labels of an action.
pub(crate) fn action_columns(action: &Action) -> (Option<&str>, DetailColumn<'_>) {
    match action {
        Action::View { source: None } | Action::Copy => (None, DetailColumn::None),
        Action::View { source: Some(source) } => (Some(source.kind.as_str()), DetailColumn::Text(&source.name)),
        Action::AiClick { platform, prompt_id } => {
            let detail = prompt_id.map_or(DetailColumn::None, |id| DetailColumn::Id(id.bits().to_be_bytes()));
            (Some(platform), detail)
        }
        Action::SocialClick { network } => (Some(network), DetailColumn::None),
        Action::QuestionClick { platform, question_id } => {
            (platform.as_deref(), DetailColumn::Id(question_id.bits().to_be_bytes()))
        }
    }
}

/// The number of a type.
pub(crate) fn type_number(event_type: EventType) -> u8 {
    match event_type {
        EventType::View => 1,
        EventType::AiClick => 2,
        EventType::SocialClick => 3,
        EventType::QuestionClick => 4,
        EventType::Copy => 5,
    }
}

/// The action of stored columns; else the column that cannot be read. `source_name` gives the second label as a text, `id` as
/// an id: each store knows which of the two its column holds.
pub(crate) fn read_action(
    number: u8,
    label: Option<String>,
    source_name: impl FnOnce() -> Result<String, &'static str>,
    id: impl FnOnce() -> Result<Option<u128>, &'static str>,
) -> Result<Action, &'static str> {
    match number {
        1 => match label {
            None => Ok(Action::View { source: None }),
            Some(kind) => {
                let kind = kind.parse().map_err(|_| "label")?;
                Ok(Action::View { source: Some(VisitSource { kind, name: source_name()? }) })
            }
        },
        2 => Ok(Action::AiClick { platform: label.ok_or("label")?, prompt_id: id()?.map(PromptId::from_bits) }),
        3 => Ok(Action::SocialClick { network: label.ok_or("label")? }),
        4 => {
            let question_id = id()?.map(QuestionId::from_bits).ok_or("detail")?;
            Ok(Action::QuestionClick { platform: label, question_id })
        }
        5 => Ok(Action::Copy),
        _ => Err("type"),
    }
}
