//! Where the widget shows: on which pages, and where on them. Only types and defaults; the checks are those of the
//! whole configuration.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shared::glob::Glob;

/// The largest distance of a floating widget from the window's edges, in pixels.
pub const MAX_OFFSET: u16 = 200;
/// The default distance.
const OFFSET_DEFAULT: u16 = 16;

/// Where the widget shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", from = "PlacementInput")]
pub struct Placement {
    /// How it is placed.
    pub mode: PlacementMode,
    /// The element that `position` refers to, for `inline`; null, `article`, or one that the page does not have, leaves it to
    /// the widget: the page's own content, and nowhere on a list of excerpts.
    pub selector: Option<String>,
    /// Where it appears.
    pub position: Position,
    /// The pages with the widget.
    pub include_paths: Vec<String>,
    /// The pages without the widget, even if they are among the included ones.
    pub exclude_paths: Vec<String>,
    /// The side of a floating widget, in the direction of the page's language.
    pub side: Side,
    /// How far a floating widget stays from the edges of the window, in pixels.
    pub offset: u16,
    /// Whether readers can dismiss a floating widget until tomorrow.
    pub hide_for_today: bool,
}

impl Placement {
    /// Whether the widget shows on the page at `path`: an empty list of included paths matches every page, and an
    /// excluded path wins. The widget's twin is `pathIsTaken` in `widget/src/extras/glob.ts`.
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

/// [`Placement`] as it is sent: the default position depends on the mode.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "Placement", rename_all = "camelCase", deny_unknown_fields, default)]
struct PlacementInput {
    /// How it is placed.
    mode: PlacementMode,
    /// The element that `position` refers to, for `inline`: a CSS selector; null, `article`, or one that the page does not
    /// have, leaves it to the widget: the page's own content, and nowhere on a list of excerpts.
    #[schemars(length(min = 1, max = 200))]
    selector: Option<String>,
    /// Where it appears. Inline: `before`, `after`, `prepend` or `append` (default `after`). Floating: `bottom-right`,
    /// `bottom-left`, `top-right` or `top-left` (default `bottom-right`). Has no meaning for `manual`.
    position: Option<Position>,
    /// The pages with the widget, as globs: `*` within a segment, `**` across.
    #[schemars(length(max = 50), inner(length(min = 1, max = 256), regex(pattern = "^/")))]
    include_paths: Vec<String>,
    /// The pages without the widget, even if they are among the included ones.
    #[schemars(length(max = 50), inner(length(min = 1, max = 256), regex(pattern = "^/")))]
    exclude_paths: Vec<String>,
    /// The side of a floating widget: `start` or `end` of a line in the page's language. Left out, it follows
    /// `position`; where both are given and differ, this one counts.
    side: Option<Side>,
    /// How far a floating widget stays from the edges of the window, in pixels.
    #[schemars(range(max = 200))]
    offset: u16,
    /// Whether readers can dismiss a floating widget until tomorrow.
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
    /// In an element that the page sets aside for it, and nowhere else.
    Manual,
}

/// A side of the window, in the direction of the page's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Where lines begin: at the left in English.
    Start,
    /// Where lines end.
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
    /// Within the element, first.
    Prepend,
    /// Within the element, last.
    Append,
    /// In the corner below, at the right.
    BottomRight,
    /// In the corner below, at the left.
    BottomLeft,
    /// In the corner above, at the right.
    TopRight,
    /// In the corner above, at the left.
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
    /// The positions of a widget of `mode`, as in JSON; empty means any.
    pub const fn words_for(mode: PlacementMode) -> &'static [&'static str] {
        match mode {
            PlacementMode::Inline => &["before", "after", "prepend", "append"],
            PlacementMode::Floating => &["bottom-right", "bottom-left", "top-right", "top-left"],
            PlacementMode::Manual => &[],
        }
    }

    /// The side that it means in a left-to-right language.
    pub const fn side(self) -> Side {
        match self {
            Position::BottomLeft | Position::TopLeft => Side::Start,
            _ => Side::End,
        }
    }
}
