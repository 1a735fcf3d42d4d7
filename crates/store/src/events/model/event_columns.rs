//! How an event's action is stored in columns. This format never changes, since events stay stored.

use askline_domain::{
    events::{Action, visit_source::VisitSource},
    shared::ids::{Id, PromptId, QuestionId},
};

/// The stored form of an action's second label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DetailColumn<'e> {
    None,
    Text(&'e str),
    Id([u8; 16]),
}

/// The labels of an action.
pub(crate) fn action_columns(action: &Action) -> (Option<&str>, DetailColumn<'_>) {
    match action {
        Action::View { source: None, .. } | Action::Copy => (None, DetailColumn::None),
        Action::View { source: Some(source), .. } => (Some(source.kind.as_str()), DetailColumn::Text(&source.name)),
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

/// A view of a page without a widget. It has a separate number, so that older rows need no additional column.
const VIEW_WITHOUT_WIDGET: u8 = 6;

/// The number of an action.
pub(crate) fn type_number(action: &Action) -> u8 {
    match action {
        Action::View { with_widget: true, .. } => 1,
        Action::View { with_widget: false, .. } => VIEW_WITHOUT_WIDGET,
        Action::AiClick { .. } => 2,
        Action::SocialClick { .. } => 3,
        Action::QuestionClick { .. } => 4,
        Action::Copy => 5,
    }
}

/// Reads the action from stored columns, or returns the column that cannot be read. `source_name` reads the second
/// label as text, `id` as an id: each store has its own columns for them.
pub(crate) fn read_action(
    number: u8,
    label: Option<String>,
    source_name: impl FnOnce() -> Result<String, &'static str>,
    id: impl FnOnce() -> Result<Option<u128>, &'static str>,
) -> Result<Action, &'static str> {
    match number {
        1 | VIEW_WITHOUT_WIDGET => {
            let source = match label {
                None => None,
                Some(kind) => Some(VisitSource { kind: kind.parse().map_err(|_| "label")?, name: source_name()? }),
            };
            Ok(Action::View { source, with_widget: number != VIEW_WITHOUT_WIDGET })
        }
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
