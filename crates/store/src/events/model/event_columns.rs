//! How an event's action is stored in columns. This format never changes, since events stay stored.

use askline_domain::{
    events::{Action, visit_source::VisitSource},
    shared::ids::{Id, MenuItemId, PromptId, QuestionId},
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
        Action::ItemClick { item_id } => (None, DetailColumn::Id(item_id.bits().to_be_bytes())),
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
        Action::ItemClick { .. } => 7,
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
        7 => Ok(Action::ItemClick { item_id: id()?.map(MenuItemId::from_bits).ok_or("detail")? }),
        _ => Err("type"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use askline_domain::{events::EventType, shared::ids::MenuItemId};

    use super::*;
    use crate::events::postgres;

    /// The step of the events on PostgreSQL that keeps out releases without a type. Those without one are as old as the tables.
    const STEP_OF_TYPE: [(u8, i64); 2] = [(VIEW_WITHOUT_WIDGET, 4), (7, 8)];
    const TYPES_OF_THE_FIRST_STEP: std::ops::RangeInclusive<u8> = 1..=5;

    fn actions() -> Vec<Action> {
        let platform = || "chatgpt".to_owned();
        EventType::EVERY
            .into_iter()
            .flat_map(|kind| match kind {
                EventType::View => vec![true, false]
                    .into_iter()
                    .map(|with_widget| Action::View { source: None, with_widget })
                    .collect(),
                EventType::AiClick => vec![Action::AiClick { platform: platform(), prompt_id: None }],
                EventType::SocialClick => vec![Action::SocialClick { network: platform() }],
                EventType::QuestionClick => {
                    vec![Action::QuestionClick { platform: None, question_id: QuestionId::from_bits(1) }]
                }
                EventType::ItemClick => vec![Action::ItemClick { item_id: MenuItemId::from_bits(1) }],
                EventType::Copy => vec![Action::Copy],
            })
            .collect()
    }

    #[test]
    fn every_stored_type_has_its_own_number_and_a_step_that_keeps_out_releases_that_cannot_read_it() {
        let numbers: BTreeMap<u8, Action> =
            actions().into_iter().map(|action| (type_number(&action), action)).collect();
        assert_eq!(numbers.len(), actions().len(), "{numbers:?}");
        for number in numbers.keys().filter(|number| !TYPES_OF_THE_FIRST_STEP.contains(number)) {
            let step = STEP_OF_TYPE.iter().find(|(kind, _)| kind == number).map(|(_, step)| *step);
            let step = step.unwrap_or_else(|| panic!("type {number} needs a step of the events"));
            let text = postgres::plan().steps.0.iter().find(|(known, _, _)| *known == step).expect("the step").2;
            assert!(text.contains(&format!("SET readable_from = {step} WHERE name = 'events'")), "type {number}");
        }
    }
}
