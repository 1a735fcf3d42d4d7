//! What holds for every manifest.

use crate::tree::{files, root};

#[test]
fn every_dependency_of_the_workspace_stands_in_a_group_with_its_reason() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace's manifest");
    let section = manifest.split("[workspace.dependencies]").nth(1).expect("the section");
    let section = section.split("\n[").next().expect("it ends somewhere");
    let mut reason = false;
    for line in section.lines() {
        match line.trim() {
            "" => reason = false,
            line if line.starts_with('#') => reason = true,
            line => assert!(reason || line.starts_with("askline-"), "no reason above: {line}"),
        }
    }
}

#[test]
fn crates_take_their_dependencies_from_the_workspace() {
    for (path, text) in files(&["Cargo.toml"]) {
        if path == "Cargo.toml" {
            continue;
        }
        assert!(text.contains("[lints]\nworkspace = true"), "{path}: no lints");
        for section in ["[dependencies]", "[dev-dependencies]"] {
            let Some(lines) = text.split(section).nth(1) else { continue };
            for line in lines.lines().skip(1).take_while(|line| !line.starts_with('[')) {
                let own = !line.is_empty() && !line.starts_with('#') && !line.contains("workspace = true");
                assert!(!own, "{path}: {line}");
            }
        }
    }
}
