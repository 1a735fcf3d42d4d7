//! Clients of OAuth: what they say about themselves, and how they are known.
//!
//! A client is known by the address of its metadata document, or it registered itself. What it says about itself is a claim:
//! only the hosts of its addresses are known to be true.

use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use url::{Host, Url};

use super::{
    error::{OAuthCode, OAuthError},
    redirect_uri::RedirectUri,
};
use crate::shared::hidden_characters::is_invisible;

/// The maximum number of redirect addresses of a client.
pub const MAX_REDIRECT_URIS: usize = 20;
/// The maximum length of a client's name in characters.
pub const MAX_NAME_CHARACTERS: usize = 80;
/// The maximum size of the description of a client in bytes.
pub const MAX_REGISTRATION_BYTES: usize = 16 * 1024;
/// The maximum length of a client id in bytes.
const MAX_ID_BYTES: usize = 1_000;

/// A client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// Its id: the address of its metadata document, or `oc_` and 64 hexadecimal digits.
    pub id: String,
    /// The name that it gives itself; may be empty.
    pub name: String,
    /// Where it may have codes sent.
    pub redirect_uris: Vec<RedirectUri>,
}

/// The metadata that a client registers, or has in its document. Other members are ignored.
#[derive(Debug, Clone, Deserialize)]
pub struct ClientMetadata {
    /// In a document: its own address.
    #[serde(default)]
    pub client_id: Option<String>,
    /// The name.
    #[serde(default)]
    pub client_name: Option<String>,
    /// The redirect addresses.
    #[serde(default)]
    pub redirect_uris: Vec<String>,
    /// The flows that it wants to use; absent for codes.
    #[serde(default)]
    pub grant_types: Option<Vec<String>>,
    /// The responses that it wants; absent for codes.
    #[serde(default)]
    pub response_types: Option<Vec<String>>,
}

impl ClientMetadata {
    /// Reads the JSON of a registration or of a document.
    pub fn read(json: &str) -> Result<Self, OAuthError> {
        serde_json::from_str::<Map<String, Value>>(json)
            .and_then(|members| serde_json::from_value(members.into()))
            .map_err(|_| {
                metadata_error("The description of the client is not a JSON object with the members of RFC 7591.")
            })
    }

    /// The client with this id, or why its description is not allowed.
    pub fn check(&self, id: &str) -> Result<Client, OAuthError> {
        if self.redirect_uris.is_empty() || self.redirect_uris.len() > MAX_REDIRECT_URIS {
            let text = format!("redirect_uris has 1 to {MAX_REDIRECT_URIS} addresses.");
            return Err(OAuthError::new(OAuthCode::InvalidRedirectUri, text));
        }
        let read = |(place, text): (usize, &String)| {
            let refused =
                |why| OAuthError::new(OAuthCode::InvalidRedirectUri, format!("redirect_uris[{place}] {why}."));
            RedirectUri::read(text).map_err(refused)
        };
        let redirect_uris = self.redirect_uris.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        let wants = |list: &Option<Vec<String>>, one: &str| {
            list.as_ref().is_none_or(|list| list.iter().any(|each| each == one))
        };
        if !wants(&self.grant_types, "authorization_code") || !wants(&self.response_types, "code") {
            return Err(metadata_error(
                "This server only gives codes: grant_types needs authorization_code, response_types code.",
            ));
        }
        Ok(Client {
            id: id.to_owned(),
            name: shown_name(self.client_name.as_deref().unwrap_or_default()),
            redirect_uris,
        })
    }

    /// The client whose document at `address` this is, or why it is not allowed.
    pub fn check_document(&self, address: &str) -> Result<Client, OAuthError> {
        if self.client_id.as_deref() == Some(address) {
            self.check(address)
        } else {
            Err(metadata_error("client_id in the client's metadata document is not the document's address."))
        }
    }
}

impl Client {
    /// The address `asked`, if codes may be sent there.
    pub fn redirect_uri(&self, asked: &str) -> Option<RedirectUri> {
        let asked = RedirectUri::read(asked).ok()?;
        self.redirect_uris.iter().any(|registered| registered.allows(&asked)).then_some(asked)
    }

    /// The host of the metadata document; `None` for a client that registered itself.
    pub fn document_host(&self) -> Option<String> {
        document_address(&self.id)?.host_str().map(str::to_owned)
    }

    /// A text that changes with everything that a person saw of the client.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        for text in [&self.id, &self.name]
            .into_iter()
            .map(String::as_str)
            .chain(self.redirect_uris.iter().map(RedirectUri::as_str))
        {
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text.as_bytes());
        }
        hex::encode(hash.finalize())
    }
}

/// The address of the metadata document of the client with this id, if it can be one: https, with a host name and a path.
pub fn document_address(id: &str) -> Option<Url> {
    if id.len() > MAX_ID_BYTES
        || !id.starts_with("https://")
        || id.contains('#')
        || !id.bytes().all(|byte| byte.is_ascii_graphic())
    {
        return None;
    }
    let url = Url::parse(id).ok()?;
    let is_plain =
        url.username().is_empty() && url.password().is_none() && url.query().is_none() && url.port().is_none();
    let has_name = matches!(url.host(), Some(Host::Domain(name)) if name.contains('.'));
    // An address that is written differently from how it is read could be shown as something else.
    (is_plain && has_name && url.path() != "/" && url.as_str() == id).then_some(url)
}

/// The name as it is shown: on one line, without characters that hide or turn other text.
fn shown_name(text: &str) -> String {
    let plain = text.chars().filter(|character| !is_invisible(*character));
    let plain: String = plain.map(|character| if character.is_control() { ' ' } else { character }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_NAME_CHARACTERS).collect()
}

fn metadata_error(description: &str) -> OAuthError {
    OAuthError::new(OAuthCode::InvalidClientMetadata, description)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str) -> Result<Client, OAuthCode> {
        ClientMetadata::read(json).and_then(|metadata| metadata.check("oc_1")).map_err(|error| error.code)
    }

    #[test]
    fn the_registrations_of_known_clients_are_accepted_as_they_are() {
        for json in [
            r#"{"client_name":"Claude","redirect_uris":["https://claude.ai/api/mcp/auth_callback"],"application_type":"web",
                "grant_types":["authorization_code","refresh_token"],"response_types":["code"],"token_endpoint_auth_method":"none"}"#,
            r#"{"client_name":"Cursor","application_type":"web","redirect_uris":["cursor://anysphere.cursor-mcp/oauth/callback",
                "https://www.cursor.com/agents/mcp/oauth/callback","http://localhost:8787/callback"]}"#,
            r#"{"client_name":"Gemini CLI MCP Client","redirect_uris":["http://localhost:7777/oauth/callback"]}"#,
            r#"{"client_name":"Visual Studio Code","redirect_uris":["https://insiders.vscode.dev/redirect",
                "https://vscode.dev/redirect","http://127.0.0.1/","http://127.0.0.1:33418/"],"application_type":"native",
                "grant_types":["authorization_code","refresh_token","urn:ietf:params:oauth:grant-type:device_code"]}"#,
        ] {
            assert!(check(json).is_ok(), "{json}");
        }
    }

    #[test]
    fn descriptions_that_are_not_allowed_are_refused_by_code() {
        for (json, code) in [
            ("", OAuthCode::InvalidClientMetadata),
            ("[]", OAuthCode::InvalidClientMetadata),
            (r#"{"redirect_uris":"https://a.example/"}"#, OAuthCode::InvalidClientMetadata),
            ("{}", OAuthCode::InvalidRedirectUri),
            (r#"{"redirect_uris":[]}"#, OAuthCode::InvalidRedirectUri),
            (r#"{"redirect_uris":["https://a.example/","javascript:x"]}"#, OAuthCode::InvalidRedirectUri),
            (
                r#"{"redirect_uris":["https://a.example/"],"grant_types":["client_credentials"]}"#,
                OAuthCode::InvalidClientMetadata,
            ),
            (
                r#"{"redirect_uris":["https://a.example/"],"response_types":["token"]}"#,
                OAuthCode::InvalidClientMetadata,
            ),
        ] {
            assert_eq!(check(json), Err(code), "{json}");
        }
    }

    #[test]
    fn a_name_is_one_line_without_hidden_characters() {
        let json = format!(
            r#"{{"client_name":"A\n\u202e  B\u200b{}","redirect_uris":["https://a.example/"]}}"#,
            "x".repeat(200)
        );
        let name = check(&json).expect("a client").name;
        assert!(name.starts_with("A Bx"), "{name}");
        assert_eq!(name.chars().count(), MAX_NAME_CHARACTERS);
    }

    #[test]
    fn a_document_names_its_own_address() {
        let address = "https://claude.ai/oauth/mcp-oauth-client-metadata";
        let document =
            |id: &str| format!(r#"{{"client_id":"{id}","redirect_uris":["https://claude.ai/api/mcp/auth_callback"]}}"#);
        let check = |json: String| ClientMetadata::read(&json).and_then(|metadata| metadata.check_document(address));
        assert_eq!(check(document(address)).expect("a client").id, address);
        assert!(check(document("https://claude.ai/other")).is_err());
        assert!(check(r#"{"redirect_uris":["https://claude.ai/api/mcp/auth_callback"]}"#.into()).is_err());
    }

    #[test]
    fn only_https_addresses_with_a_name_and_a_path_are_documents() {
        for id in ["https://claude.ai/oauth/mcp-oauth-client-metadata", "https://vscode.dev/oauth/client-metadata.json"]
        {
            assert!(document_address(id).is_some(), "{id}");
        }
        for id in [
            "oc_1",
            "http://claude.ai/x",
            "https://claude.ai",
            "https://claude.ai/",
            "https://claude.ai:8443/x",
            "https://user@claude.ai/x",
            "https://claude.ai/x#y",
            "https://claude.ai/x?y=1",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://2130706433/x",
            "https://localhost/x",
            "https://claude.ai/../x",
            "https://CLAUDE.ai/x",
            "https://claude.ai/a b",
        ] {
            assert!(document_address(id).is_none(), "{id}");
        }
    }

    #[test]
    fn a_client_that_changes_has_another_fingerprint() {
        let client = check(r#"{"client_name":"A","redirect_uris":["https://a.example/"]}"#).expect("a client");
        let renamed = Client { name: "B".into(), ..client.clone() };
        let elsewhere = Client {
            redirect_uris: vec![RedirectUri::read("https://b.example/").expect("an address")],
            ..client.clone()
        };
        assert_eq!(client.fingerprint(), client.clone().fingerprint());
        assert!(renamed.fingerprint() != client.fingerprint() && elsewhere.fingerprint() != client.fingerprint());
    }
}
