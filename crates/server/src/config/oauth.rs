//! `[oauth.clients.NAME]`: clients of OAuth that the operator enters.

use askline_domain::oauth::{
    MAX_ENTERED_CLIENTS,
    client::{Client, ClientMetadata},
};

use super::Layers;
use crate::failure::Failure;

/// The section that each client's own section is below.
const SECTION: &str = "oauth.clients";
/// The maximum length of a client's id in characters.
const MAX_ID_CHARACTERS: usize = 1_000;

/// Reads `[oauth.clients.*]`.
pub fn entered_clients(layers: &Layers) -> Result<Vec<Client>, Failure> {
    let names = layers.named(SECTION);
    if names.len() > MAX_ENTERED_CLIENTS {
        return Err(Failure::misuse(format!("[{SECTION}.*] has more than {MAX_ENTERED_CLIENTS} clients")));
    }
    let mut clients: Vec<Client> = Vec::new();
    for name in names {
        let client = client(layers, &format!("{SECTION}.{name}"))?;
        if clients.iter().any(|other| other.id == client.id) {
            return Err(layers.bad(&format!("{SECTION}.{name}.client_id"), "another one than that of any other client"));
        }
        clients.push(client);
    }
    Ok(clients)
}

fn client(layers: &Layers, section: &str) -> Result<Client, Failure> {
    let key = |field: &str| format!("{section}.{field}");
    for field in ["client_id", "redirect_uris"] {
        if !layers.has(&key(field)) {
            return Err(Failure::misuse(format!(
                "the setting {} is missing; askline settings --document explains [oauth.clients]",
                key(field)
            )));
        }
    }
    let id = layers.text(&key("client_id"), 1)?;
    if id.chars().count() > MAX_ID_CHARACTERS || !id.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(layers.bad(&key("client_id"), "an id of visible ASCII characters, as the client sends it"));
    }
    let metadata = ClientMetadata {
        client_id: None,
        client_name: layers.has(&key("name")).then(|| layers.text(&key("name"), 0)).transpose()?,
        redirect_uris: layers.list(&key("redirect_uris"), "an address")?,
        grant_types: None,
        response_types: None,
    };
    metadata.check(&id).map_err(|error| {
        layers.bad(&key("redirect_uris"), &format!("a list of addresses of the client ({})", error.description))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::DEFAULTS;

    fn read(settings: &[(&str, &str)]) -> Result<Vec<Client>, String> {
        let mut layers = Layers::defaults(DEFAULTS).expect("the defaults");
        settings
            .iter()
            .try_for_each(|(name, text)| layers.add_variable(&format!("ASKLINE_OAUTH__CLIENTS__{name}"), text))
            .and_then(|()| entered_clients(&layers))
            .map_err(|failure| failure.to_string())
    }

    #[test]
    fn an_entered_client_has_the_id_the_name_and_the_addresses_of_its_section() {
        assert_eq!(read(&[]).expect("none"), []);
        let settings = [
            ("DESK__CLIENT_ID", "desk-app"),
            ("DESK__NAME", "Desk"),
            ("DESK__REDIRECT_URIS", "https://desk.example/cb,http://127.0.0.1/cb"),
            ("OTHER__CLIENT_ID", "https://app.example/client.json"),
            ("OTHER__REDIRECT_URIS", "https://app.example/cb"),
        ];
        let clients = read(&settings).expect("two clients");
        let shown: Vec<_> = clients.iter().map(|one| (&*one.id, &*one.name, one.redirect_uris.len())).collect();
        assert_eq!(shown, [("desk-app", "Desk", 2), ("https://app.example/client.json", "", 1)]);
    }

    #[test]
    fn a_wrong_entry_is_refused_with_its_setting() {
        let usual = [("A__CLIENT_ID", "a"), ("A__REDIRECT_URIS", "https://a.example/cb")];
        for (changed, named) in [
            (vec![usual[0]], "oauth.clients.a.redirect_uris is missing"),
            (vec![usual[1]], "oauth.clients.a.client_id is missing"),
            (vec![("A__CLIENT_ID", "a b"), usual[1]], "oauth.clients.a.client_id must be"),
            (vec![usual[0], ("A__REDIRECT_URIS", "javascript:x")], "oauth.clients.a.redirect_uris must be"),
            (vec![usual[0], ("A__REDIRECT_URIS", "")], "oauth.clients.a.redirect_uris must be"),
            (vec![usual[0], usual[1], ("A__SECRET", "x")], "there is no setting oauth.clients.a.secret"),
            (
                vec![usual[0], usual[1], ("B__CLIENT_ID", "a"), ("B__REDIRECT_URIS", "https://b.example/cb")],
                "oauth.clients.b.client_id must be",
            ),
        ] {
            let refused = read(&changed).expect_err(named);
            assert!(refused.contains(named), "{refused}");
        }
    }
}
