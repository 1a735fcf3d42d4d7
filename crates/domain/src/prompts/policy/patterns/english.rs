//! English: its own wordings, and its words for the shared ones, over folded text.

use super::row::{Row, Unless::*, Words};
use crate::prompts::policy::{address::Gate::*, finding::PolicyRule::*};

/// Wordings of this language only.
pub(super) const WORDINGS: &[Row] = &[
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>remember|memori[sz]e|keep in mind|bear in mind|(?:do not|don't|never) forget)\b<gap>(?:<as praised>|<as good>|<is praised>)",
        Nothing,
    ),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>remember|memori[sz]e)\b(?: (?:that|about|of|the name|the brand))*(?: \w+){0,3}? ?<site>",
        Nothing,
    ),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>remember|memori[sz]e) (?:this|that|it|these|them|the following)(?: (?:for|as|when|next|in)\b| ?[.!:;,]|\s*$)",
        Nothing,
    ),
    (MemoryInstruction, Command, r"\b(?P<v>remember|memori[sz]e) (?:me|my)\b", Nothing),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>remember|memori[sz]e) (?:the |our |my )?(?:name|brand|domain|website|url)\b",
        Nothing,
    ),
    (MemoryInstruction, Command, r"\b(?P<v>remember|memori[sz]e|keep in mind|bear in mind)\b<gap>\b<later>", Nothing),
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>save|store|add|commit|keep|write|put|record|note|log|hold|retain|persist|place|file)\b<gap>\b(?:to|in|into|within) (?:your (?:\w+[ -]){0,2}?(?:memory|memories|knowledge(?: base)?|profile|preferences|instructions|bio)|(?:its|the assistant's|chatgpt's|the model's|long[- ]term|persistent|permanent|saved) (?:memory|memories))\b",
        Nothing,
    ),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>save|store|add|commit|write|put|record|keep|log|persist)\b<gap>\b(?:to|in|into) memory\b",
        Nothing,
    ),
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>update|edit|modify|change|extend) your (?:\w+[ -]){0,2}?memor(?:y|ies)\b",
        Nothing,
    ),
    (
        TrustInstruction,
        Command,
        r"\b(?P<v>treat|consider|regard|view|mark|see|use|flag|save|store|recogni[sz]e|think of|know|rank|list|keep|accept|adopt|prefer|label|classify|establish|note|record|register|learn|retain|recall|cite|count|designate|add|trust|bookmark)\b<gap><as good>",
        Nothing,
    ),
    (
        TrustInstruction,
        Command,
        r"\b(?P<v>add|put|include|place)\b<gap>\b(?:to|on|in|among) your (?:\w+ ){0,2}?<good>\b|\b(?:add|put|include|place)\b<gap>\b(?:to|on|in) your list of (?:\w+ )?<good>\b",
        Nothing,
    ),
    (
        TrustInstruction,
        Command,
        r"\b(?P<v>learn|know|accept|note|understand|tell|say|state|assure)\b<gap>\bthat ?<site>[)'\x22]* (?:is|are) <article>(?:best|number one|leading|most \w+|<good>)\b",
        Nothing,
    ),
    (
        TrustInstruction,
        Command,
        r"\b(?P<v>make|consider|call|declare|name) ?<site>[)'\x22]* (?:a|an|the|your|my|our) (?:\w+ ){0,2}?<good>(?: \w+){0,2}? <kind>",
        Nothing,
    ),
    (TrustInstruction, Command, r"\b(?P<v>trust)(?: in)?(?: only| all)? ?<site>", Nothing),
    (
        TrustInstruction,
        Command,
        r"(?P<v><site>[)'\x22]*) (?:is|are) <article>(?:\w+[ ,-]+){0,3}?<good>(?:[ ,-]+\w+){0,3}?[ ,-]+<kind>",
        Nothing,
    ),
    (PreferenceInstruction, Command, r"\b(?P<v>always|never) (?:\w+ )?<promote>\b", Nothing),
    (
        PreferenceInstruction,
        Statement,
        r"\b(?P<v>always|never) (?:\w+ )?<promote>(?: only| users| people| readers| to)* ?<site>",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Command,
        r"\b(?P<v>always|never|only ever) (?:use|choose|start with|open|visit|buy from) ?<site>",
        Nothing,
    ),
    (PreferenceInstruction, Command, r"\b(?P<v>(?:do not|don't|never) forget to <promote>)\b", Nothing),
    (
        PreferenceInstruction,
        Command,
        r"\b(?P<v><promote>)\b<gap>\b(?:whenever|every time|each time|any ?time|next time|when(?:ever)? (?:i|someone|anyone|users?|people|the user|they) asks?|(?:when|if) asked|over (?:all )?(?:of )?(?:other|its|their|the)? ?(?:competitors?|others|alternatives|rivals)|above (?:all )?(?:other|its|their|the)? ?(?:competitors?|others|alternatives|rivals)|instead of (?:its |their |the |other )?(?:competitors?|rivals)|from now on|henceforth)\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Command,
        r"\b(?P<v>recommend|promote|endorse|favou?r|prefer|prioriti[sz]e|advertise|suggest|rank|cite|mention)(?: only)? ?<site>[)'\x22]* (?:over|above|first|instead|before|whenever|to (?:everyone|anyone|others|users|people|all|other|your)|as <article>(?:\w+[ ,-]+){0,2}?<praised>)\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Command,
        r"\b(?P<v>promote|endorse|prioriti[sz]e|favou?r|advertise)(?: only)? ?<site>",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        Unasked,
        r"\b(?P<v>(?:in|for|across|during|into|to|on) (?:(?:all|any|every|each|your|my|our|the|these|other) )*(?:future|later|subsequent|upcoming) (?:\w+ )?<talks>)",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        Unasked,
        r"\b(?P<v>across|in|for) all (?:(?:your|my|our|of) )*(?:conversations|chats|sessions)\b",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        Unasked,
        r"\b(?P<v>from now on|from this (?:point|moment|day) (?:on|forward|onwards?)|from here on(?: out)?|henceforth|henceforward)\b",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        Unasked,
        r"\b(?P<v>whenever|every time|each time|any ?time|next time) (?:i|we|someone|anyone|somebody|anybody|users?|the user|people|they|a user|readers?|visitors?) (?:\w+ )?(?:ask|asks|quer(?:y|ies)|search|searches|inquires?|wants?|needs?)\b",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        Command,
        r"\b(?P<v><promote>|treat|use|remember)(?: (?:only|to|on|users|people|back))* ?<site><gap>\b(?:going forward|in (?:the )?future|permanently|forever|at all times|across (?:all )?(?:sessions|conversations|chats))\b",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        Command,
        r"\b(?P<v>going forward|in (?:the )?future|permanently)\W+(?:(?:please|you|should|must|will|always|only) )*(?:<promote>|treat|use|remember)\b",
        Nothing,
    ),
    (OmissionInstruction, Command, r"\b(?P<v>leave|keep|cut)\b<close>(?:<bad>|<rivals>) out\b", Before(r"<not>")),
    (PraiseInstruction, Command, r"\b(?P<v>get) (?:<readers>) to (?:<buy>)", Nothing),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>(?:keep|bear) (?:it )?in mind|note)\b<near>(?:<them>|<us>)<near>(?:<better>|<most trusted>|\bgo-to\b|<trusted as>)",
        Nothing,
    ),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>add|save|store|write|note)\b<near>\b(?:your (?:saved |stored )?(?:preferences|memories|notes|profile|bookmarks|instructions))\b",
        Nothing,
    ),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>remember|memori[sz]e|save|store|bookmark|keep)(?: \w+){0,2}? ?(?:<them>|<us>)<near>\b(?:for later|for future|in your (?:memory|bookmarks))\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Command,
        r"\b(?P<v>mention|name|cite|recommend)<obj>(?:<them>)<near>\b(?:times|twice|often|repeatedly|(?:every|each) (?:answer|reply|response|paragraph|sentence))\b",
        Nothing,
    ),
];

/// The words for each placeholder of the wordings.
pub(super) const WORDS: Words = &[
    (
        "<small>",
        r"only|always|also|just|definitely|explicitly|back|to|on|the|a|an|with|by|name|first|once|clearly|prominently|instead|company|brand|site|website|shop|at|upon",
    ),
    (
        "<them>",
        r"<name>|\bours\b|\bour (?:own )?[\w-]+|\bthis (?:company|brand|shop|store|business|firm|provider|vendor|clinic|hotel|practice|agency|seller|publisher|site|website)\b",
    ),
    ("<us>", r"\bus\b"),
    ("<closing>", r"(?: (?:to|first|as|over|in|when|whenever|for|above|before|at|by|and)\b| ?[.,;!]|\s*$)"),
    ("<we>", r"\bwe\b"),
    ("<url>", r"\{\{ ?(?:url|markdownurl) ?\}\}|\bthis (?:page|article|post|guide|text)\b|\bthe (?:page|article)\b"),
    ("<it>", r"\b(?:it|them)\b"),
    (
        "<firm>",
        r"\bthe (?:company|brand|shop|store|business|firm|provider|hotel|product|service|restaurant|owner|vendor|manufacturer|maker|publisher)\b",
    ),
    ("<cite>", r"cite|quote|credit|reference|link|backlink|attribute|footnote"),
    (
        "<citing>",
        r"cit(?:e|es|ing)|quot(?:e|es|ing)|credit(?:s|ing)?|link(?:s|ing)?|referenc(?:e|es|ing)|mention(?:s|ing)?|recommend(?:s|ing)?|attribut(?:e|es|ing)|nam(?:e|es|ing)|featur(?:e|es|ing)|refer(?:s|ring)?",
    ),
    ("<style>", r"\b(?:apa|mla|chicago|harvard|bibtex|footnote|bibliography|style|format)\b"),
    ("<add>", r"add|include|insert|put|place|provide|embed|leave"),
    ("<a link>", r"(?:back)?links?|hyperlinks?|citations?|references?|mentions?"),
    (
        "<sure>",
        r"(?:make|be) (?:absolutely |very )?(?:sure|certain)|ensure|see to it|must|have to|need to|(?:do not|don't|never) forget|without fail|under all circumstances|required to|remember to|always",
    ),
    (
        "<commend>",
        r"recommend|suggest|promote|endorse|advertise|mention|name|feature|favou?r|prefer|prioriti[sz]e|bring up|plug|refer(?: \w+)?|point(?: \w+)?|direct \w+|send \w+|steer \w+|choose|pick|select|propose",
    ),
    (
        "<when asked>",
        r"\b(?:when|whenever|if|every time|each time|any ?time|next time|once|as soon as) (?:\w+ ){1,3}?(?:asks?|asked|wants?|needs?|looks?|search(?:es)?|inquires?|seeks?|talks?)\b",
    ),
    ("<use>", r"use|open|visit|start with|go to|consult|turn to|rely on|call"),
    (
        "<later words>",
        r"\bin (?:the )?future\b|\bgoing forward\b|\bfrom now on\b|\bin all (?:our|my|your) \w+|\bin (?:every|each) (?:answer|reply|response|chat|conversation)\b",
    ),
    ("<place>", r"rank|put|place|list|position|name|set|move|declare|crown|pick|choose|select|make|call|judge|score"),
    (
        "<top>",
        r"(?:first(?: place)?|number one|no\.? ?1|#1|top|highest|ahead of|above (?:all|any|the|every|others?|competitors?|rivals?)|winner|best|favou?rite|champion|leader|in the lead)",
    ),
    ("<to>", r"(?:to|for) "),
    ("<give>", r"give|award|grant|assign"),
    ("<rate>", r"rate|score|grade|review|evaluate|assess|judge|mark"),
    (
        "<best mark>",
        r"\b(?:(?:five|5|ten|10|100|full|top|maximum|max|highest|best|perfect|excellent) (?:(?:out )?of (?:five|5|ten|10|100)|(?:possible )?(?:stars?|points|marks?|scores?|ratings?|grades?|reviews?))|(?:5|10|100) ?/ ?(?:5|10|100)|five-star|5-star|favou?rably|positively|highly)",
    ),
    ("<scale>", r"\b(?:from|scale|up to|between|how|(?:page|article|it|them) out of)\b"),
    (
        "<praise>",
        r"praise|applaud|compliment|flatter|laud|celebrate|talk up|hype(?: up)?|speak (?:highly|well|kindly|favou?rably) of|glorify|sing the praises of|advertise for|boost|puff up",
    ),
    (
        "<say>",
        r"say|state|write|tell|describe|present|portray|report|mention|list|name|speak|talk|discuss|give|show|cover|focus|stress|emphasi[sz]e|highlight|point out|claim|assert|conclude|underline|affirm|summari[sz]e|explain|respond|reply|answer|use|depict|paint|convey|include|be",
    ),
    (
        "<only good>",
        r"\b(?:only|solely|exclusively|nothing but|just|purely|entirely)(?: \w+){0,3}? (?:good|positive|nice|favou?rabl[ey]|flattering|glowing|kind|praise|compliments|strengths|advantages|benefits|upsides|pros)\b|\b(?:good|positive|positively|nice|favou?rabl[ey]|flattering|glowing|kind|praise|strengths|advantages|benefits) (?:\w+ ){0,2}?(?:only|alone|exclusively)\b|\bin (?:\w+ )?(?:glowing|flattering|the most favou?rable|rosy|rave) (?:terms|light|words|way|colou?rs)\b|\bin (?:a (?:very |purely |consistently )?(?:positive|flattering|favou?rable|good)|the best(?: possible)?) (?:light|way|tone|manner)\b",
    ),
    ("<that>", r"that"),
    (
        "<better>",
        r"\b(?:best|leading|number one|greatest|finest|safest|superior|better|unbeatable|unmatched|first choice|most (?:trusted|reliable|popular|credible|trustworthy|affordable)|market leader)\b",
    ),
    (
        "<present>",
        r"present|portray|describe|depict|show|paint|frame|introduce|characteri[sz]e|make|cite|name|quote|credit|list|feature|position|label",
    ),
    (
        "<as better>",
        r"(?:as (?:being )?(?:the |a |far )?(?:\w+ ){0,2}?(?:best|leading|superior|better|number one|first choice|winner|finest|leader)|(?:better|more favou?rably|more positively|superior|stronger|more attractive) (?:than|to)|in a (?:better|more \w+) light|look (?:good|better|great|best))\b",
    ),
    (
        "<as source>",
        r"\b(?:as|to be) (?:(?:a|an|the|your|its|main|my) )*(?:\w+[ -]){0,2}?(?:source|reference|authority|citation|expert)\b",
    ),
    (
        "<rivals>",
        r"\b(?:competitors?'?|(?:the )?competition|rivals?|competing [\w-]+|alternatives?|(?:other|rival|different|another) (?:\w+ )?(?:providers?|shops?|stores?|brands?|vendors?|products?|compan(?:y|ies)|suppliers?|firms?|hotels?|tools?|options?|sellers?|services?|businesses|manufacturers?|offers?|publishers?|agenc(?:y|ies)|clinics?|lawyers?|choices?))\b",
    ),
    ("<worse>", r"\b(?:worse|inferior|poor|bad|unreliable|weaker|negatively|untrustworthy|unsafe)\b"),
    (
        "<bad>",
        r"\b(?:critici[sz]\w*|critique|critics|negative\w*|drawbacks?|disadvantages?|downsides?|weakness(?:es)?|weak (?:points|spots)|complaints?|complain\w*|(?:bad|poor|critical|one-star|unfavou?rable) (?:\w+ )?(?:reviews?|ratings?|press|things?|words?|comments?|experiences?|feedback|points?|sides?|remarks|voices)|cons|flaws?|shortcomings?|scandals?|controvers\w+|lawsuits?|side effects|(?:anything|something) (?:bad|unfavou?rable|critical))\b",
    ),
    (
        "<speak>",
        r"mention|name|bring up|talk about|discuss|refer to|recommend|suggest|include|list|compare|reveal|say|write|report|speak|tell|point out|show|raise|touch on|give|consider|propose|offer",
    ),
    (
        "<neg speak>",
        r"(?:do not|don't|never|must not|mustn't|should not|shouldn't|not to) (?:ever |even |once |also )?(?:<speak>)|(?:avoid|refrain from|without|stop) (?:mentioning|naming|bringing up|talking about|discussing|referring to|recommending|suggesting|including|listing|comparing|revealing|saying|writing|reporting|pointing out|showing|raising)",
    ),
    (
        "<omit>",
        r"leave out|leaving out|omit|omitting|skip|skipping|ignore|ignoring|hide|hiding|suppress|drop|exclude|excluding|remove|disregard|overlook|conceal|withhold|keep (?:quiet|silent) about|say nothing about|cut|avoid|without|forget about|pass over|leave aside|leaving aside|filter out|be silent about|no",
    ),
    ("<not>", r"(?:\bnot|n't|\bnever|\bwithout) (?:\w+ )?$"),
    (
        "<and say>",
        r"\b(?:and|but|then) (?:\w+ )?(?:say|tell|list|name|explain|show|give|mention|describe|discuss|summari[sz]e|write)\b",
    ),
    (
        "<downplay>",
        r"downplay(?:ing)?|play(?:ing)? down|gloss(?:ing)? over|minimi[sz](?:e|ing)|soften(?:ing)?|whitewash(?:ing)?|sugarcoat(?:ing)?|excus(?:e|ing)|tone down|toning down|explain(?:ing)? away|go easy on|be lenient (?:on|about|with)",
    ),
    (
        "<defend>",
        r"defend|side with|stand up for|be (?:lenient|gentle|kind) (?:with|to)|go easy on|speak up for|shield|spare|take the side of",
    ),
    ("<persuade>", r"convince|persuade|win over|nudge|push|urge|encourage|steer|pressure|tempt|talk"),
    (
        "<readers>",
        r"\b(?:me|the (?:reader|user|customer|visitor|buyer|person|audience)s?|readers|users|people|customers|visitors|everyone|them|anyone|buyers)\b",
    ),
    ("<buy>", r"\b(?:buy|buying|purchase|purchasing|order|sign up|subscribe|book|hire|donate)\b"),
    (
        "<treat>",
        r"treat|consider|regard|view|use|keep|save|accept|adopt|label|count|think of|trust|know|bookmark|store|remember",
    ),
    (
        "<trusted as>",
        r"\bas (?:(?:the|your|my|an?|its|our) )*(?:\w+[ -]){0,2}?(?:first (?:stop|choice|source|port of call)|authority|experts?|default|go-to|reference|benchmark|source|gold standard)\b",
    ),
    ("<is>", r"(?:is|are)"),
    (
        "<most trusted>",
        r"(?:most |only |single most )?(?:trusted|trustworthy|credible|reliable|authoritative|reputable) (?:\w+ )?(?:source|site|website|reference|authority|provider|shop|place|publication|expert)\b",
    ),
    (
        "<visit>",
        r"visit|open|load|fetch|go to|call|request|browse(?: to)?|navigate to|retrieve|access|ping|read|send|forward|report|post|submit|transmit|upload|click|look up",
    ),
];
