//! Turns what a widget sends into an event: validates, classifies and dates it. Pure.

use std::borrow::Cow;

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::Number;
use url::Url;

use crate::{
    events::{
        Action, Campaign, Event, EventId, EventType,
        asked_question::AskedQuestion,
        crawler::{AUTOMATED_BROWSER, identify_crawler, identify_library},
        device::Device,
        visit_source::classify_visit,
    },
    pages::{
        address::{is_secret, parse_page},
        identity::{MAX_IDENTITY_BYTES, PageIdentifier, SpelledPage},
    },
    shared::{
        calendar::DaySpan,
        ids::{MenuItemId, PromptId, QuestionId, SiteId},
    },
};

/// The maximum length of a page's address, in bytes.
pub const MAX_URL_BYTES: usize = 4_096;
/// The maximum length of a title, in characters; longer ones are cut, since a page may have any title.
pub const MAX_TITLE_CHARACTERS: usize = 300;
/// The maximum age that a widget may report for an event, in seconds: a day.
pub const MAX_AGE_SECONDS: u32 = 86_400;
/// The maximum length of a campaign parameter, in characters; longer ones are cut.
pub const MAX_CAMPAIGN_CHARACTERS: usize = 200;

/// One event as a widget sends it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Hit<'a> {
    /// The site's id.
    pub site_id: SiteId,
    /// What was done.
    #[serde(rename = "type")]
    pub kind: EventType,
    /// A UUID, which identifies the event.
    #[serde(borrow)]
    pub event_id: Cow<'a, str>,
    /// The page's address.
    #[serde(borrow)]
    pub url: Cow<'a, str>,
    /// The page's title.
    #[serde(borrow, default)]
    pub title: Option<Cow<'a, str>>,
    /// The address of the referring page.
    #[serde(borrow, default)]
    pub referrer: Option<Cow<'a, str>>,
    /// The AI platform of an `ai_click` or a `question_click`.
    #[serde(borrow, default)]
    pub platform: Option<Cow<'a, str>>,
    /// The network of a `social_click`.
    #[serde(borrow, default)]
    pub network: Option<Cow<'a, str>>,
    /// The question of a `question_click`: an id, or `own`.
    #[serde(default)]
    pub question_id: Option<AskedQuestion>,
    /// The prompt of an `ai_click`.
    #[serde(default)]
    pub prompt_id: Option<PromptId>,
    /// The own item of an `item_click`.
    #[serde(default)]
    pub item_id: Option<MenuItemId>,
    /// The seconds since the event happened, if the widget kept it because it could not be sent.
    #[serde(default)]
    pub age: Option<Number>,
    /// Whether the page of a `view` showed the widget.
    #[serde(default)]
    pub widget: Option<bool>,
    /// Whether a program drives the browser, according to the browser (`navigator.webdriver`).
    #[serde(default)]
    pub automated: Option<bool>,
}

/// What the user agent of a request says about its sender.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sender<'a> {
    /// The crawler's name, if it is a crawler.
    pub crawler: Option<&'a str>,
    /// The device, if there is a user agent.
    pub device: Option<Device>,
    /// The HTTP library, if it is one.
    pub library: Option<&'static str>,
}

impl Sender<'static> {
    /// Reads a user agent.
    pub fn of_user_agent(user_agent: &str) -> Self {
        Self {
            crawler: identify_crawler(user_agent).map(|crawler| crawler.name),
            device: Device::of_user_agent(user_agent),
            library: identify_library(user_agent),
        }
    }
}

/// What must be known about a site to accept its events.
pub trait HitContext {
    /// The day that contains `at` in the site's time zone.
    fn day_of(&self, at: Timestamp) -> DaySpan;
    /// Whether events from pages of this origin are accepted.
    fn allows_origin(&self, origin: &str) -> bool;
    /// Whether readers can have clicked this AI platform.
    fn knows_platform(&self, id: &str) -> bool;
    /// Whether readers can have clicked this network.
    fn knows_network(&self, id: &str) -> bool;
    /// Whether the site has or had this question.
    fn had_question(&self, id: QuestionId) -> bool;
    /// Whether the site lets readers ask their own questions.
    fn takes_own_questions(&self) -> bool;
    /// Whether the site has or had this prompt.
    fn had_prompt(&self, id: PromptId) -> bool;
    /// Whether the site has or had this own item.
    fn had_item(&self, id: MenuItemId) -> bool;
    /// Decides which page an address of the site means.
    fn page_identifier(&self) -> &PageIdentifier;
}

/// Why an event is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HitRefusal {
    /// The code, such as `UNKNOWN_PLATFORM` or `ORIGIN_NOT_ALLOWED`.
    pub code: &'static str,
    /// A sentence that names the field and the reason.
    pub message: String,
    /// The origin that the site does not allow, if that is the reason.
    pub origin: Option<String>,
}

/// An accepted event, and the origin of its page.
#[derive(Debug, Clone, PartialEq)]
pub struct TakenHit {
    /// The event.
    pub event: Event,
    /// The origin of its page, which the site allows.
    pub origin: String,
}

fn refuse<T>(code: &'static str, message: impl Into<String>) -> Result<T, HitRefusal> {
    Err(HitRefusal::new(code, message))
}

impl HitRefusal {
    /// A refusal for a reason other than the origin.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), origin: None }
    }
}

impl Hit<'_> {
    /// Returns the event, or why it is refused.
    ///
    /// `origin` is the request's `Origin` header, `sender` is what the user agent says, and `at` is the time of
    /// arrival, which is also the time of an event without `age`.
    pub fn into_event(
        self,
        context: &impl HitContext,
        origin: Option<&str>,
        sender: Sender<'_>,
        at: Timestamp,
    ) -> Result<TakenHit, HitRefusal> {
        let Ok(event_id) = self.event_id.parse::<EventId>() else {
            return refuse("INVALID_EVENT_ID", "eventId must be a UUID.");
        };
        let (page, spelled) = page_of(&self.url, context.page_identifier())?;
        let page_origin = page.origin().ascii_serialization();
        for origin in origin.into_iter().chain([page_origin.as_str()]) {
            if !context.allows_origin(origin) {
                let message = format!("The site accepts no events from '{}'.", shortened(origin, 100));
                let refusal = HitRefusal::new("ORIGIN_NOT_ALLOWED", message);
                return Err(HitRefusal { origin: Some(origin.to_owned()), ..refusal });
            }
        }
        let campaign = campaign_of(&page);
        let referrer = self.referrer.as_deref().filter(|text| !text.is_empty());
        let action = self.action(context, &campaign, &page, referrer)?;
        let at = happened_at(self.age.as_ref(), at)?;
        let span = context.day_of(at);
        let automated = (self.automated == Some(true)).then_some(AUTOMATED_BROWSER.name);
        let event = Event {
            event_id,
            site: self.site_id,
            at,
            day: span.day,
            hour: Some(span.hour_of(at)),
            path: spelled.page.into_string(),
            spelling: spelled.spelling,
            title: self.title.as_deref().and_then(clean_title),
            referrer: referrer.and_then(without_query),
            campaign,
            action,
            crawler: sender.crawler.or(automated).map(str::to_owned),
            device: sender.device,
            library: sender.library,
        };
        Ok(TakenHit { event, origin: page_origin })
    }

    fn action(
        &self,
        context: &impl HitContext,
        campaign: &Campaign,
        page: &Url,
        referrer: Option<&str>,
    ) -> Result<Action, HitRefusal> {
        let platform = match self.platform.as_deref() {
            Some(id) if !context.knows_platform(id) => {
                return refuse(
                    "UNKNOWN_PLATFORM",
                    format!("platform is not one that this site knows: '{}'.", shortened(id, 40)),
                );
            }
            other => other.map(str::to_owned),
        };
        let network = match self.network.as_deref() {
            Some(id) if !context.knows_network(id) => {
                return refuse(
                    "UNKNOWN_NETWORK",
                    format!("network is not one that this service knows: '{}'.", shortened(id, 40)),
                );
            }
            other => other.map(str::to_owned),
        };
        self.check_ids(context)?;
        match self.kind {
            EventType::View => Ok(Action::View {
                source: classify_visit(
                    referrer,
                    campaign.source.as_deref(),
                    campaign.medium.as_deref(),
                    campaign.name.as_deref(),
                    page.host_str().unwrap_or(""),
                ),
                with_widget: self.widget != Some(false),
            }),
            EventType::AiClick => match platform {
                Some(platform) => Ok(Action::AiClick { platform, prompt_id: self.prompt_id }),
                None => refuse("MISSING_PLATFORM", "An ai_click needs platform."),
            },
            EventType::SocialClick => match network {
                Some(network) => Ok(Action::SocialClick { network }),
                None => refuse("MISSING_NETWORK", "A social_click needs network."),
            },
            EventType::QuestionClick => match self.question_id {
                Some(asked) => Ok(Action::QuestionClick { platform, question_id: asked.counted_id() }),
                None => refuse("MISSING_QUESTION", "A question_click needs questionId."),
            },
            EventType::ItemClick => match self.item_id {
                Some(item_id) => Ok(Action::ItemClick { item_id }),
                None => refuse("MISSING_ITEM", "An item_click needs itemId."),
            },
            EventType::Copy => Ok(Action::Copy),
        }
    }

    /// Refuses ids that the site never had, in events of any type.
    fn check_ids(&self, context: &impl HitContext) -> Result<(), HitRefusal> {
        match self.question_id {
            Some(AskedQuestion::Own) if !context.takes_own_questions() => {
                return refuse(
                    "OWN_QUESTIONS_DISABLED",
                    "questionId is 'own', but this site does not let readers ask their own questions.",
                );
            }
            Some(AskedQuestion::Suggested(id)) if !context.had_question(id) => {
                return refuse("UNKNOWN_QUESTION", format!("questionId is not one that this site ever had: '{id}'."));
            }
            _ => {}
        }
        if let Some(id) = self.prompt_id.filter(|id| !context.had_prompt(*id)) {
            return refuse("UNKNOWN_PROMPT", format!("promptId is not one that this site ever had: '{id}'."));
        }
        if let Some(id) = self.item_id.filter(|id| !context.had_item(*id)) {
            return refuse("UNKNOWN_ITEM", format!("itemId is not one that this site has or had: '{id}'."));
        }
        Ok(())
    }
}

/// The time of an event that arrived at `at` with this age.
fn happened_at(age: Option<&Number>, at: Timestamp) -> Result<Timestamp, HitRefusal> {
    let Some(age) = age else { return Ok(at) };
    let seconds = age.as_u64().and_then(|age| u32::try_from(age).ok()).filter(|age| *age <= MAX_AGE_SECONDS);
    match seconds.map(|seconds| at.checked_sub(SignedDuration::from_secs(seconds.into()))) {
        Some(Ok(at)) => Ok(at),
        _ => {
            let age = shortened(&age.to_string(), 40);
            refuse("INVALID_AGE", format!("age is {age}; it must be whole seconds from 0 to {MAX_AGE_SECONDS}."))
        }
    }
}

/// The address of a page, and which page of the site it is.
fn page_of(text: &str, identifier: &PageIdentifier) -> Result<(Url, SpelledPage), HitRefusal> {
    if text.len() > MAX_URL_BYTES {
        return refuse("TOO_LONG", format!("url has {} bytes; at most {MAX_URL_BYTES} are allowed.", text.len()));
    }
    let Some(page) = parse_page(text) else {
        return refuse("INVALID_URL", "url must be an absolute http or https address.");
    };
    let spelled = identifier.spelled_url(&page);
    if spelled.page.len() > MAX_IDENTITY_BYTES {
        return refuse("TOO_LONG", format!("The path of url has more than {MAX_IDENTITY_BYTES} bytes."));
    }
    Ok((page, spelled))
}

fn campaign_of(page: &Url) -> Campaign {
    let mut campaign = Campaign::default();
    if page.query().is_none_or(|query| !query.contains("utm_")) {
        return campaign;
    }
    for pair in page.query().unwrap_or_default().split('&').filter(|pair| !is_secret(pair)) {
        let Some((name, value)) = url::form_urlencoded::parse(pair.as_bytes()).next() else { continue };
        let field = match name.as_ref() {
            "utm_source" => &mut campaign.source,
            "utm_medium" => &mut campaign.medium,
            "utm_campaign" => &mut campaign.name,
            "utm_term" => &mut campaign.term,
            "utm_content" => &mut campaign.content,
            _ => continue,
        };
        let value: String = value.chars().filter(|c| !c.is_control()).take(MAX_CAMPAIGN_CHARACTERS).collect();
        // If a parameter is repeated, the first one counts, as in most analytics products.
        if field.is_none() && !value.trim().is_empty() {
            *field = Some(value.trim().to_owned());
        }
    }
    campaign
}

fn clean_title(text: &str) -> Option<String> {
    let title: String = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(MAX_TITLE_CHARACTERS)
        .collect();
    (!title.is_empty()).then_some(title)
}

/// The scheme, host and path of a referrer. A query may contain what a reader searched for or who they are.
fn without_query(referrer: &str) -> Option<String> {
    let mut url = Url::parse(referrer).ok().filter(|url| url.has_host() && is_of_the_web(url.scheme()))?;
    url.set_query(None);
    url.set_fragment(None);
    url.set_username("").ok()?;
    url.set_password(None).ok()?;
    let text = String::from(url);
    (text.len() <= MAX_URL_BYTES).then_some(text)
}

/// Referrers are web pages and Android apps; with any other scheme, a sender could write anything.
fn is_of_the_web(scheme: &str) -> bool {
    matches!(scheme, "http" | "https" | "android-app")
}

fn shortened(text: &str, most: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(most).collect()
}

#[cfg(test)]
mod tests;
