//! The flows of known clients, with the identities and addresses that they were recorded with.

use serde_json::{Value, json};

use super::{Connecting, ISSUER, RESOURCE, VERIFIER, connected, consent_page, parameter, request};

/// A client that registers itself, and the address that it asks for then.
fn registrations() -> [(Value, &'static str); 6] {
    let cursor = [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "http://localhost:8787/callback",
    ];
    let code = [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/",
    ];
    [
        (
            json!({ "client_name": "Claude", "application_type": "web", "token_endpoint_auth_method": "none",
                "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
                "redirect_uris": ["https://claude.ai/api/mcp/auth_callback"] }),
            "https://claude.ai/api/mcp/auth_callback",
        ),
        (
            json!({ "client_name": "Claude Code", "redirect_uris": ["http://localhost:3118/callback"],
                "token_endpoint_auth_method": "none" }),
            "http://localhost:54321/callback",
        ),
        (json!({ "client_name": "Cursor", "application_type": "web", "redirect_uris": cursor }), cursor[0]),
        (
            json!({ "client_name": "Visual Studio Code", "application_type": "native", "redirect_uris": code,
                "grant_types": ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
                "scope": "analytics:read offline_access" }),
            "http://127.0.0.1:51234/",
        ),
        (
            json!({ "client_name": "Gemini CLI MCP Client", "redirect_uris": ["http://localhost:7777/oauth/callback"] }),
            "http://localhost:7777/oauth/callback",
        ),
        (
            json!({ "client_name": "ChatGPT", "redirect_uris": ["https://chatgpt.com/connector/oauth/abc"],
                "token_endpoint_auth_method": "client_secret_post" }),
            "https://chatgpt.com/connector/oauth/abc",
        ),
    ]
}

#[tokio::test]
async fn clients_that_register_themselves_are_connected() {
    let connecting = Connecting::start().await;
    for (body, redirect_uri) in registrations() {
        let registered = connecting.json("/oauth/register", &body).await;
        assert_eq!((registered.status, &registered.json()["redirect_uris"]), (201, &body["redirect_uris"]), "{body}");
        assert_eq!(registered.json()["token_endpoint_auth_method"], "none");
        let client_id = registered.json()["client_id"].as_str().unwrap().to_owned();
        let code = connecting.code(&client_id, redirect_uri, &connecting.org.session).await;
        let app = connected(&client_id, &connecting.exchange(&client_id, redirect_uri, &code).await);
        assert_eq!(connecting.calls(&app.access).await.as_u16(), 200, "{body}");
        let again = connected(&client_id, &connecting.refresh(&app).await);
        assert_eq!(connecting.calls(&again.access).await.as_u16(), 200, "{body}");
    }
}

#[tokio::test]
async fn clients_with_a_metadata_document_are_connected() {
    let connecting = Connecting::start().await;
    for (id, redirect_uris, redirect_uri) in [
        (
            "https://claude.ai/oauth/mcp-oauth-client-metadata",
            json!(["https://claude.ai/api/mcp/auth_callback", "https://claude.com/api/mcp/auth_callback"]),
            "https://claude.ai/api/mcp/auth_callback",
        ),
        (
            "https://claude.ai/oauth/claude-code-client-metadata",
            json!(["http://localhost/callback", "http://127.0.0.1/callback"]),
            "http://127.0.0.1:61000/callback",
        ),
        (
            "https://chatgpt.com/oauth/client.json",
            json!(["https://chatgpt.com/connector_platform_oauth_redirect"]),
            "https://chatgpt.com/connector_platform_oauth_redirect",
        ),
        (
            "https://vscode.dev/oauth/client-metadata.json",
            json!(["https://vscode.dev/redirect", "http://127.0.0.1/"]),
            "http://127.0.0.1:33418/",
        ),
    ] {
        let document = json!({ "client_id": id, "client_name": "A client", "redirect_uris": redirect_uris,
            "token_endpoint_auth_method": "private_key_jwt", "grant_types": ["authorization_code", "refresh_token"] });
        connecting.service.client_servers.put(id, Ok(document.to_string()));
        let query = request(id, redirect_uri);
        let page = connecting.get(&format!("/oauth/authorize?{query}")).await;
        assert_eq!((page.status, page.header("location")), (303, consent_page(&query).as_str()), "{id}");
        let code = connecting.code(id, redirect_uri, &connecting.org.session).await;
        let app = connected(id, &connecting.exchange(id, redirect_uri, &code).await);
        assert_eq!(connecting.calls(&app.access).await.as_u16(), 200, "{id}");
    }
}

#[tokio::test]
async fn the_token_endpoint_reads_json_and_repeated_resources_too() {
    let connecting = Connecting::start().await;
    let uri = "https://global.consent.azure-apim.net/redirect/askline";
    let client_id = connecting.register(&[uri]).await;
    let code = connecting.code(&client_id, uri, &connecting.org.session).await;
    let body = json!({ "grant_type": "authorization_code", "client_id": client_id, "redirect_uri": uri, "code": code,
        "code_verifier": VERIFIER });
    let app = connected(&client_id, &connecting.json("/oauth/token", &body).await);
    let form = [
        ("grant_type", "refresh_token"),
        ("client_id", &client_id),
        ("refresh_token", &app.refresh),
        ("resource", RESOURCE),
        ("resource", RESOURCE),
    ];
    connected(&client_id, &connecting.form("/oauth/token", &form).await);
}

#[tokio::test]
async fn a_person_who_refuses_sends_the_client_an_error_with_the_issuer() {
    let connecting = Connecting::start().await;
    let client_id = connecting.register(&["https://app.example/callback"]).await;
    let body = json!({ "request": request(&client_id, "https://app.example/callback") });
    let session = Some(connecting.org.session.as_str());
    let asked = connecting.service.send(reqwest::Method::POST, "/api/v1/auth/apps/request", session, Some(&body)).await;
    let refused = asked.data(200)["refusedUrl"].as_str().unwrap().to_owned();
    assert!(refused.starts_with("https://app.example/callback?"));
    for (name, value) in [("error", "access_denied"), ("state", "a state"), ("iss", ISSUER)] {
        assert_eq!(parameter(&refused, name).as_deref(), Some(value));
    }
    assert_eq!(parameter(&refused, "code"), None);
}
