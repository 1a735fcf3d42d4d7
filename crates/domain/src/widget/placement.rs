//! The placement of the widget: on which pages it appears, and where. `WidgetConfigInput::check` checks the values.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shared::glob::{Glob, MAX_GLOB_CHARACTERS};

/// The maximum number of characters of a CSS selector.
pub const MAX_SELECTOR_CHARACTERS: usize = 200;
/// The maximum number of globs in each list of paths.
pub const MAX_PATHS: usize = 50;
/// The maximum distance of a floating widget from the edges of the window, in pixels.
pub const MAX_OFFSET: u16 = 200;
/// The default distance, in pixels.
const OFFSET_DEFAULT: u16 = 16;

/// Where the widget appears.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", from = "PlacementInput")]
pub struct Placement {
    /// How it is placed.
    pub mode: PlacementMode,
    /// For `inline`: a CSS selector of the element that `position` refers to. If it is null or `article`, or if the
    /// page has no such element, the widget finds the page's own content, and does not appear on a list of excerpts.
    pub selector: Option<String>,
    /// Where it appears.
    pub position: Position,
    /// The pages on which the widget appears, as globs; an empty list means all.
    pub include_paths: Vec<String>,
    /// The pages on which the widget does not appear, even if `includePaths` matches them.
    pub exclude_paths: Vec<String>,
    /// The side of a floating widget, relative to the reading direction of the page's language.
    pub side: Side,
    /// How far a floating widget stays from the edges of the window, in pixels.
    pub offset: u16,
    /// Whether readers can dismiss a floating widget until the next day.
    pub hide_for_today: bool,
}

impl Placement {
    /// Whether the widget appears on the page at `path`: an empty list of included paths matches every page, and
    /// excluded paths take precedence. `isPathIncluded` in `widget/src/extras/glob.ts` decides in the same way.
    pub fn takes(&self, path: &str) -> bool {
        let matches =
            |globs: &[String]| globs.iter().any(|glob| Glob::parse(glob).is_ok_and(|glob| glob.matches(path)));
        (self.include_paths.is_empty() || matches(&self.include_paths)) && !matches(&self.exclude_paths)
    }
}

impl Default for Placement {
    fn default() -> Self {
        PlacementInput::default().into()
    }
}

/// Where the widget appears. The default position depends on the mode.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "Placement", rename_all = "camelCase", deny_unknown_fields, default)]
struct PlacementInput {
    /// How it is placed.
    mode: PlacementMode,
    /// For `inline`: a CSS selector of the element that `position` refers to. If it is null or `article`, or if the
    /// page has no such element, the widget finds the page's own content, and does not appear on a list of excerpts.
    #[schemars(length(min = 1, max = MAX_SELECTOR_CHARACTERS))]
    selector: Option<String>,
    /// Where the widget appears. For `inline`: `before`, `after`, `prepend` or `append` (default `after`). For
    /// `floating`: `bottom-right`, `bottom-left`, `top-right` or `top-left` (default `bottom-right`). No effect for
    /// `manual`.
    position: Option<Position>,
    /// The pages on which the widget appears, as globs: `*` matches within a segment, `**` across segments. An empty
    /// list means all.
    #[schemars(length(max = MAX_PATHS), inner(length(min = 1, max = MAX_GLOB_CHARACTERS), regex(pattern = "^/")))]
    include_paths: Vec<String>,
    /// The pages on which the widget does not appear, even if `includePaths` matches them.
    #[schemars(length(max = MAX_PATHS), inner(length(min = 1, max = MAX_GLOB_CHARACTERS), regex(pattern = "^/")))]
    exclude_paths: Vec<String>,
    /// The side of a floating widget: `start` or `end` of a line in the page's language. If omitted, it follows
    /// `position`; if both are set and differ, `side` takes precedence.
    side: Option<Side>,
    /// How far a floating widget stays from the edges of the window, in pixels.
    #[schemars(range(max = MAX_OFFSET))]
    offset: u16,
    /// Whether readers can dismiss a floating widget until the next day.
    hide_for_today: bool,
}

impl Default for PlacementInput {
    fn default() -> Self {
        Self {
            mode: PlacementMode::Inline,
            selector: Some("article".into()),
            position: None,
            include_paths: vec!["/**".into()],
            exclude_paths: Vec::new(),
            side: None,
            offset: OFFSET_DEFAULT,
            hide_for_today: true,
        }
    }
}

impl From<PlacementInput> for Placement {
    fn from(input: PlacementInput) -> Self {
        let usual = if input.mode == PlacementMode::Floating { Position::BottomRight } else { Position::After };
        let position = input.position.unwrap_or(usual);
        Self {
            mode: input.mode,
            selector: input.selector,
            position,
            include_paths: input.include_paths,
            exclude_paths: input.exclude_paths,
            side: input.side.unwrap_or(position.side()),
            offset: input.offset,
            hide_for_today: input.hide_for_today,
        }
    }
}

/// How the widget is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlacementMode {
    /// At an element of the page.
    Inline,
    /// Over the page, in a corner.
    Floating,
    /// Only in an element that the page provides for it.
    Manual,
}

/// A side of the window, relative to the reading direction of the page's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side on which lines begin: the left in English.
    Start,
    /// The side on which lines end.
    End,
}

/// Where the widget appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Position {
    /// Before the element.
    Before,
    /// After the element.
    After,
    /// At the start of the element.
    Prepend,
    /// At the end of the element.
    Append,
    /// In the bottom right corner of the window.
    BottomRight,
    /// In the bottom left corner of the window.
    BottomLeft,
    /// In the top right corner of the window.
    TopRight,
    /// In the top left corner of the window.
    TopLeft,
}

words! {
    Position, "a position of the widget":
    Before = "before",
    After = "after",
    Prepend = "prepend",
    Append = "append",
    BottomRight = "bottom-right",
    BottomLeft = "bottom-left",
    TopRight = "top-right",
    TopLeft = "top-left",
}

impl Position {
    /// The valid positions of a widget in `mode`, as in JSON; empty means any.
    pub const fn words_for(mode: PlacementMode) -> &'static [&'static str] {
        match mode {
            PlacementMode::Inline => &["before", "after", "prepend", "append"],
            PlacementMode::Floating => &["bottom-right", "bottom-left", "top-right", "top-left"],
            PlacementMode::Manual => &[],
        }
    }

    /// The side of this position in a left-to-right language.
    pub const fn side(self) -> Side {
        match self {
            Position::BottomLeft | Position::TopLeft => Side::Start,
            _ => Side::End,
        }
    }
}
