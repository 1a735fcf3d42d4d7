//! Three realistic sites: a shop, a documentation site, a German association.

fn page(language: &str, head: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=utf-8>{head}</head><body>{body}\
         <footer><h2>Newsletter</h2><p>© 2026. All rights reserved.</p></footer></body></html>"
    )
}

/// A shop for hiking gear.
pub fn shop() -> Vec<(&'static str, String)> {
    let nav = "<nav><a href=/>Home</a><a href=/cart>Cart</a><a href=/account>Account</a></nav>";
    let product = |name: &str, description: &str, body: &str| {
        page(
            "en",
            &format!(
                "<title>{name} | Ridgeline Outfitters</title><meta name=description content=\"{description}\">\
                 <meta property=og:type content=product><meta property=og:site_name content=\"Ridgeline Outfitters\">\
                 <script type=application/ld+json>{{\"@context\":\"https://schema.org\",\"@type\":\"Product\",\"name\":\"{name}\"}}</script>"
            ),
            &format!("{nav}<h1>{name}</h1>{body}<h2>Shipping and returns</h2><p>Free over 80 €.</p>"),
        )
    };
    vec![
        (
            "/",
            page(
                "en",
                "<title>Ridgeline Outfitters | Hiking boots and tents that last</title>\
                 <meta name=description content=\"Hiking boots, tents and backpacks, repaired in our own workshop.\">\
                 <meta property=og:site_name content=\"Ridgeline Outfitters\">",
                &format!(
                    "{nav}<h1>Gear that lasts</h1><p>We sell hiking boots, tents and backpacks and repair what you bought.</p>\
                 <h2>Hiking boots</h2><h2>Tents</h2><h2>How long do resoled boots last?</h2>"
                ),
            ),
        ),
        (
            "/boots/kestrel",
            product(
                "Kestrel Hiking Boots",
                "Leather hiking boots for long tours, resoleable.",
                "<h2>Leather and care</h2><p>These hiking boots weigh 1.3 kg.</p>",
            ),
        ),
        (
            "/boots/heron",
            product(
                "Heron Hiking Boots",
                "Light hiking boots for day walks.",
                "<h2>Which size do I need?</h2><p>Our hiking boots run small.</p>",
            ),
        ),
        (
            "/tents/lodge-2",
            product(
                "Lodge 2 Tent",
                "A tent for two that stands in four minutes.",
                "<h2>Setting up the tent</h2><p>Two poles.</p>",
            ),
        ),
        (
            "/tents/lodge-4",
            product(
                "Lodge 4 Tent",
                "A family tent.",
                "<h2>Room inside the tents</h2><p>Our tents are tested in the rain.</p>",
            ),
        ),
    ]
}

/// The documentation of a command-line tool.
pub fn documentation() -> Vec<(&'static str, String)> {
    let docs = |title: &str, description: &str, body: &str| {
        page(
            "en",
            &format!(
                "<title>{title} - Ferrypack documentation</title><meta name=generator content=\"mkdocs-1.6.1, mkdocs-material-9.5\">\
                 <meta name=description content=\"{description}\">"
            ),
            &format!("<nav><h2>Navigation</h2></nav><h1>{title}<a href=#x>¶</a></h1>{body}"),
        )
    };
    vec![
        (
            "/",
            docs(
                "Ferrypack",
                "Ferrypack builds container images without a daemon.",
                "<p>Ferrypack builds container images from a build file.</p><pre>ferrypack build</pre><h2>Container images</h2>",
            ),
        ),
        (
            "/install/",
            docs(
                "Installation",
                "How to install Ferrypack.",
                "<h2>Linux</h2><pre>curl</pre><h2>macOS</h2><p>The build cache is kept in your home folder.</p>",
            ),
        ),
        (
            "/guide/build-cache/",
            docs(
                "The build cache",
                "How layers are cached between builds.",
                "<h2>Remote build cache</h2><p>A build cache spares work.</p><h2>Why is the cache not used?</h2>",
            ),
        ),
        (
            "/guide/images/",
            docs(
                "Container images",
                "How container images are put together.",
                "<h2>Layers</h2><p>Container images are made of layers.</p><pre>ferrypack layers</pre>",
            ),
        ),
        (
            "/reference/build-file/",
            docs(
                "Build file reference",
                "Every key of the build file.",
                "<h2>from</h2><h2>Layers</h2><pre>from = \"debian\"</pre><p>The build file is TOML.</p>",
            ),
        ),
    ]
}

/// An association that looks after old orchards, on a page builder that states English as the language.
pub fn association() -> Vec<(&'static str, String)> {
    let site = |title: &str, body: &str| {
        page(
            "en",
            &format!("<title>{title} – Obstfreunde Lindental e. V.</title>"),
            &format!("<header><nav>Menü</nav></header>{body}<aside><h2>Termine</h2></aside>"),
        )
    };
    vec![
        (
            "/",
            site(
                "Startseite",
                "<h1>Willkommen bei den Obstfreunden Lindental</h1><p>Unser Verein pflegt seit 1998 die Streuobstwiesen rund um Lindental und erhält alte Obstsorten für die Zukunft.</p><h2>Streuobstwiesen</h2><h2>Wie werde ich Mitglied?</h2>",
            ),
        ),
        (
            "/verein/",
            site(
                "Der Verein",
                "<h1>Über uns</h1><p>Wir sind 140 Mitglieder und treffen uns jeden ersten Samstag im Monat auf einer unserer Streuobstwiesen.</p>",
            ),
        ),
        (
            "/obstsorten/",
            site(
                "Alte Obstsorten",
                "<h1>Alte Obstsorten bestimmen</h1><p>Bringen Sie Ihre Äpfel mit: Wir bestimmen Obstsorten nach Form und Geschmack.</p>",
            ),
        ),
        (
            "/kurse/schnittkurs/",
            site(
                "Schnittkurs",
                "<h1>Schnittkurs im Februar</h1><p>Der Kurs zeigt den Schnitt alter Obstbäume auf unseren Streuobstwiesen.</p><h2>Was muss ich mitbringen?</h2>",
            ),
        ),
        (
            "/mitglied-werden/",
            site(
                "Mitglied werden",
                "<h1>Mitglied werden</h1><p>Der Beitrag beträgt 24 Euro im Jahr und hilft, die Obstsorten zu erhalten.</p><h2>Wie werde ich Mitglied?</h2>",
            ),
        ),
    ]
}
