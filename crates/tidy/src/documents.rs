//! Tests that links between documents work, and what the README and the manual must have.

use crate::tree::{files, none, root};

#[test]
fn every_link_between_documents_leads_to_a_file() {
    let mut broken = Vec::new();
    for (path, text) in files(&[".md"]) {
        let folder = root().join(&path).parent().expect("a file lies in a folder").to_path_buf();
        // What is between fences is code.
        let prose = text.split("```").step_by(2);
        for target in prose.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or("");
            let elsewhere =
                file.is_empty() || file.contains("://") || file.starts_with("mailto:") || file.starts_with('/');
            if !elsewhere && !folder.join(file).exists() {
                broken.push(format!("{path}: {target}"));
            }
        }
    }
    none("links to nothing", &broken);
}

/// A reader decides on the first screen whether to go on.
#[test]
fn the_readme_has_its_first_command_within_25_lines_and_a_picture_before_it() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let line = |start: &str| readme.lines().position(|line| line.starts_with(start)).expect(start) + 1;
    assert!(line("```") <= 25, "the first command is in line {}", line("```"));
    assert!(line("![") < line("```"));
}

#[test]
fn every_setting_is_on_the_page_of_settings() {
    let manual = std::fs::read_to_string(root().join("docs/settings.md")).expect("docs/settings.md");
    let settings = std::fs::read_to_string(root().join("config/default.toml")).expect("the settings");
    let mut section = String::new();
    let mut missing = Vec::new();
    for line in settings.lines().map(|line| line.trim_start_matches("# ").trim()) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = format!("{name}.");
        } else if let Some((name, _)) = line.split_once(" = ")
            && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
            && !manual.contains(&format!("{section}{name}"))
        {
            missing.push(format!("{section}{name}"));
        }
    }
    none("docs/settings.md does not name", &missing);
}
