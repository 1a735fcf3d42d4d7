//! The registry of AI platforms: the built-in ones, with an operator's changes.
//!
//! Hardly any vendor documents the address that fills in a prompt, and any of these addresses can stop working without
//! notice. Therefore they are data with sources and dates, and an operator can change them with a file. Addresses are
//! always `https:`.

use std::{collections::HashMap, sync::LazyLock};

use jiff::civil::Date;

use crate::{platforms::Platform, services, shared::violation::Violation};

mod overrides;
#[cfg(test)]
mod tests;

use overrides::Entries;

static BUILT_IN: LazyLock<LinkRegistry> = LazyLock::new(|| {
    let (platforms, default_ids) = (services::links(), services::default_links().to_vec());
    LinkRegistry::of(Entries { platforms, default_ids, shows_marks: true, file_date: None })
});

/// All platforms, in the order in which they are offered.
#[derive(Debug, Clone)]
pub struct LinkRegistry {
    platforms: Vec<Platform>,
    places: HashMap<String, usize>,
    default_ids: Vec<String>,
    shows_marks: bool,
    file_date: Option<Date>,
}

impl LinkRegistry {
    /// Returns the platforms that Askline ships with.
    pub fn built_in() -> &'static LinkRegistry {
        &BUILT_IN
    }

    /// Returns the built-in platforms, changed and extended by an operator's file.
    ///
    /// ```json
    /// { "platforms": [{ "id": "grok", "strategy": "copy_then_open" }], "defaultIds": ["chatgpt", "claude"], "marks": true }
    /// ```
    /// An entry with a known id changes only the fields that it contains; a new entry needs `id`, `name`, `urlTemplate`
    /// and `checkedOn`. `"marks": false` hides all icons.
    pub fn with_overrides(json: &str) -> Result<LinkRegistry, Vec<Violation>> {
        Self::with_overrides_of_hosts(json, &[])
    }

    /// Like [`Self::with_overrides`], for a file that someone else wrote: it must have a `date`, and may only change entries whose
    /// addresses are on these hosts or below them, before and after. Without hosts, it may change everything.
    pub fn with_overrides_of_hosts(json: &str, hosts: &[String]) -> Result<LinkRegistry, Vec<Violation>> {
        let Self { platforms, default_ids, shows_marks, file_date, .. } = BUILT_IN.clone();
        overrides::apply(Entries { platforms, default_ids, shows_marks, file_date }, json, hosts).map(Self::of)
    }

    fn of(Entries { platforms, default_ids, shows_marks, file_date }: Entries) -> Self {
        let places = platforms.iter().enumerate().map(|(place, platform)| (platform.id.clone(), place)).collect();
        Self { platforms, places, default_ids, shows_marks, file_date }
    }

    /// Returns the platform with this id.
    pub fn get(&self, id: &str) -> Option<&Platform> {
        self.places.get(id).map(|place| &self.platforms[*place])
    }

    /// All platforms, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Platform> {
        self.platforms.iter()
    }

    /// All ids, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = &str> {
        self.platforms.iter().map(|platform| platform.id.as_str())
    }

    /// Whether the widget may show the icons of platforms and networks, which an operator can turn off.
    pub fn shows_marks(&self) -> bool {
        self.shows_marks
    }

    /// The date that the operator's file names; `None` without a file, and for a file without a date.
    pub fn file_date(&self) -> Option<Date> {
        self.file_date
    }

    /// The platforms that are enabled for a new site, in order.
    pub fn default_ids(&self) -> &[String] {
        &self.default_ids
    }
}
