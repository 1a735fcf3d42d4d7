//! The completions and manual pages of the command line, without data and settings.

use std::process::Command;

use crate::instance::Instance;

#[test]
fn shells_get_a_completion_of_every_command() {
    let instance = Instance::new();
    for (shell, mark) in [("bash", "complete -F"), ("zsh", "#compdef askline"), ("fish", "complete -c askline")] {
        let outcome = instance.run(&["completions", shell]);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{shell}");
        for word in [mark, "serve", "doctor", "set-plan", "owner-email"] {
            assert!(outcome.stdout.contains(word), "{shell}: no {word}");
        }
    }
    instance.run(&["completions", "csh"]).refused(2, &["csh", "bash"]);
    assert!(!instance.data.exists(), "nothing is made");
}

#[test]
fn bash_completes_a_command_from_the_script() {
    let instance = Instance::new();
    let script = instance.beside("askline.bash");
    std::fs::write(&script, instance.run(&["completions", "bash"]).stdout).unwrap();
    let asked = format!(
        ". {} && COMP_WORDS=(askline org cre) COMP_CWORD=2 && _askline askline cre org && echo \"${{COMPREPLY[*]}}\"",
        script.display()
    );
    let output = Command::new("bash").args(["--norc", "-c", &asked]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "create", "{output:?}");
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    let instance = Instance::new();
    let page = instance.run(&["man"]);
    assert_eq!(page.code, 0);
    assert!(page.stdout.contains(".TH askline 1"), "{}", page.stdout);
    let folder = instance.beside("man");
    let outcome = instance.run(&["man", "--to", folder.to_str().unwrap()]);
    assert_eq!((outcome.code, outcome.stdout.as_str(), outcome.stderr.as_str()), (0, "", ""));
    for command in ["askline", "askline-serve", "askline-org", "askline-org-create", "askline-man"] {
        let page = std::fs::read_to_string(folder.join(format!("{command}.1"))).unwrap();
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{command}: {page}");
    }
    let pages: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(pages.len() > 40, "only {} pages", pages.len());
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for section in ["EXIT STATUS", "FILES", "ENVIRONMENT", "EXAMPLES", "SEE ALSO"] {
            let start = format!(".SH \"{section}\"");
            let found = text.split_once(&start).or_else(|| text.split_once(&format!(".SH {section}\n")));
            let (_, content) = found.unwrap_or_else(|| panic!("{}: no {section}", page.display()));
            let content = content.split(".SH ").next().unwrap_or_default();
            assert!(content.trim().len() > 20, "{}: {section} is empty", page.display());
        }
        assert!(text.contains("docs/") && text.contains("/docs/guide/"), "{}", page.display());
    }
    let file = instance.beside("file");
    std::fs::write(&file, "").unwrap();
    instance.run(&["man", "--to", file.to_str().unwrap()]).refused(1, &["file"]);
    assert!(!instance.data.exists(), "nothing is made");
}
