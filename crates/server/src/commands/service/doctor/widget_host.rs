//! Whether content blockers would stop the widget's events because of its host's name.

use askline_domain::sites::blocked_host::is_often_blocked;

use super::finding::{Finding, State, finding};

/// `script` is the address of the widget's script, if a setting contains one.
pub(super) fn widget_host(script: Option<&str>) -> Finding {
    const NAME: &str = "widget host";
    match script {
        None => finding(NAME, Ok("pages load the widget from the host in their snippet; no address is set".into())),
        Some(script) if is_often_blocked(script) => Finding {
            name: NAME,
            state: State::Worry,
            text: format!(
                "many content blockers stop requests to hosts with such a name ({script}), and then views and clicks \
                 are not counted; set widget.public_url to another host, or to a path of the site"
            ),
        },
        Some(script) => finding(NAME, Ok(format!("pages load the widget from {script}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_whose_first_word_content_blockers_name_gets_a_warning() {
        let file: serde_json::Value =
            serde_json::from_str(include_str!("../../../../../../testdata/blocked_host_cases.json")).expect("cases");
        for case in file["cases"].as_array().expect("a list") {
            let (address, is_blocked) = (case[0].as_str().expect("an address"), case[1].as_bool().expect("a decision"));
            assert_eq!(is_often_blocked(address), is_blocked, "{address}");
            let found = widget_host(Some(address)).state == State::Worry;
            assert_eq!(found, is_blocked, "{address}");
        }
        assert!(widget_host(None).state == State::Good);
    }
}
