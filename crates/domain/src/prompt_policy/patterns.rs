//! The wordings that are refused, over folded text (lower case, no accents). Each has a verb (the group `v`, or its
//! start) whose sentence the gate judges. Angle brackets stand for the parts named in [`PARTS`].

use std::sync::LazyLock;

use regex::Regex;

use super::{PolicyRule, address::Gate};

/// One wording.
pub(super) struct Pattern {
    pub(super) rule: PolicyRule,
    pub(super) gate: Gate,
    pub(super) regex: Regex,
}

/// The wordings of whole words.
pub(super) static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let languages = [ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, JAPANESE, ARABIC];
    languages.concat().into_iter().map(|(rule, gate, text)| Pattern { rule, gate, regex: read(text) }).collect()
});

/// Looked for where letters that stood apart were drawn together, which leaves no spaces between words.
pub(super) static DRAWN_TOGETHER: LazyLock<Regex> =
    LazyLock::new(|| read("remember|memori[sz]e|alwaysrecommend|trustedsource|fromnowon|yourmemory"));

fn read(text: &str) -> Regex {
    let mut pattern = text.to_owned();
    for (name, part) in PARTS {
        pattern = pattern.replace(name, part);
    }
    Regex::new(&pattern).expect("a test reads every pattern")
}

/// Parts of patterns, each before the parts that it has itself. A gap stays within its sentence, but passes the full
/// stops inside an address.
const PARTS: &[(&str, &str)] = &[
    (
        "<as good>",
        r"\bas <article>(?:\w+[ ,-]+){0,3}?(?:<good>(?:[ ,-]+\w+){0,3}?[ ,-]+<kind>|(?:trusted|trustworthy|authoritative|credible|reliable)\b)",
    ),
    ("<as praised>", r"\bas <article>(?:\w+[ ,-]+){0,3}?<praised>(?:[ ,-]+\w+){0,3}?[ ,-]+<kind>"),
    ("<is praised>", r"\b(?:is|are) <article>(?:\w+[ ,-]+){0,3}?<praised>(?:[ ,-]+\w+){0,3}?[ ,-]+<kind>"),
    ("<praised>", r"(?:<good>|primary|main|top|best|official|safe|verified|unbiased|first-choice|most \w+)"),
    (
        "<good>",
        r"(?:trusted|trustworthy|reliable|authoritative|credible|reputable|definitive|expert|preferred|go-?to|leading|favou?rite|recommended|number one|default)",
    ),
    ("<article>", r"(?:(?:a|an|the|your|my|our|one of the|their) )?"),
    (
        "<kind>",
        r"(?:source|site|website|page|authority|authoritie|reference|expert|publisher|brand|provider|domain|resource|choice|option|citation|company|product|service|outlet|publication|recommendation|voice|store|shop|tool|vendor|partner)s?\b",
    ),
    (
        "<promote>",
        r"(?:recommend|cite|suggest|mention|prefer|trust|promote|prioriti[sz]e|favou?r|endorse|advertise|rank|quote|credit|rely on|turn to|consult|reference|refer to|refer users|refer people|link to|point to|point users|point people)",
    ),
    (
        "<later>",
        r"(?:whenever|every time|each time|any ?time|next time|in (?:the )?future|going forward|from now on|henceforth|permanently|forever|for (?:the )?future|for later|(?:in|for|across) all)\b",
    ),
    (
        "<talks>",
        r"(?:conversation|chat|session|answer|response|reply|replie|query|querie|interaction|prompt|request|search|searche|discussion|recommendation|message|thread|question)s?\b",
    ),
    ("<gap>", r"(?:[^.!?。！？؟]|[.!?][^\s])*?"),
    (
        "<site>",
        concat!(
            r#"["'(]*(?:\{\{\s*\w+\s*\}\}|\b(?:https?://)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b|"#,
            r"\b(?:this|that|the|our|these|those|diese[rsn]?|die|den|das|unsere?n?|ce|cette|ces|notre|nos|este|esta|estos|nuestro|",
            r"nuestra|nosso|nossa) (?:\w+ )?(?:site|website|web site|webpage|page|article|source|domain|brand|company|blog|store|",
            r"shop|link|url|publisher|product|service|organi[sz]ation|business|post|conversation|chat|seite|webseite|quelle|",
            r"marke|artikel|firma|beitrag|sitio|sitio web|pagina|fuente|marca|articulo|empresa|fonte|artigo|loja|marque|",
            r"entreprise|boutique)s?\b|\b(?:us|uns|nous|nosotros)\b|",
            r"この(?:サイト|ページ|記事|ブランド|会社)|当サイト|(?:هذا|هذه) (?:ال)?(?:موقع|صفحه|مقال|مصدر))",
        ),
    ),
];

type Row = (PolicyRule, Gate, &'static str);

use Gate::{Command, Statement, Unasked};
use PolicyRule::{FutureConversations, MemoryInstruction, PlantedTrust, StandingPreference};

const ENGLISH: &[Row] = &[
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>remember|memori[sz]e|keep in mind|bear in mind|(?:do not|don't|never) forget)\b<gap>(?:<as praised>|<as good>|<is praised>)",
    ),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>remember|memori[sz]e)\b(?: (?:that|about|of|the name|the brand))*(?: \w+){0,3}? ?<site>",
    ),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>remember|memori[sz]e) (?:this|that|it|these|them|the following)(?: (?:for|as|when|next|in)\b| ?[.!:;,]|\s*$)",
    ),
    (MemoryInstruction, Command, r"\b(?P<v>remember|memori[sz]e) (?:me|my)\b"),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>remember|memori[sz]e) (?:the |our |my )?(?:name|brand|domain|website|url)\b",
    ),
    (MemoryInstruction, Command, r"\b(?P<v>remember|memori[sz]e|keep in mind|bear in mind)\b<gap>\b<later>"),
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>save|store|add|commit|keep|write|put|record|note|log|hold|retain|persist|place|file)\b<gap>\b(?:to|in|into|within) (?:your (?:\w+[ -]){0,2}?(?:memory|memories|knowledge(?: base)?|profile|preferences|instructions|bio)|(?:its|the assistant's|chatgpt's|the model's|long[- ]term|persistent|permanent|saved) (?:memory|memories))\b",
    ),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>save|store|add|commit|write|put|record|keep|log|persist)\b<gap>\b(?:to|in|into) memory\b",
    ),
    (MemoryInstruction, Statement, r"\b(?P<v>update|edit|modify|change|extend) your (?:\w+[ -]){0,2}?memor(?:y|ies)\b"),
    (
        PlantedTrust,
        Command,
        r"\b(?P<v>treat|consider|regard|view|mark|see|use|flag|save|store|recogni[sz]e|think of|know|rank|list|keep|accept|adopt|prefer|label|classify|establish|note|record|register|learn|retain|recall|cite|count|designate|add|trust|bookmark)\b<gap><as good>",
    ),
    (
        PlantedTrust,
        Command,
        r"\b(?P<v>add|put|include|place)\b<gap>\b(?:to|on|in|among) your (?:\w+ ){0,2}?<good>\b|\b(?:add|put|include|place)\b<gap>\b(?:to|on|in) your list of (?:\w+ )?<good>\b",
    ),
    (
        PlantedTrust,
        Command,
        r"\b(?P<v>learn|know|accept|note|understand|tell|say|state|assure)\b<gap>\bthat ?<site>[)'\x22]* (?:is|are) <article>(?:best|number one|leading|most \w+|<good>)\b",
    ),
    (
        PlantedTrust,
        Command,
        r"\b(?P<v>make|consider|call|declare|name) ?<site>[)'\x22]* (?:a|an|the|your|my|our) (?:\w+ ){0,2}?<good>(?: \w+){0,2}? <kind>",
    ),
    (PlantedTrust, Command, r"\b(?P<v>trust)(?: in)?(?: only| all)? ?<site>"),
    (
        PlantedTrust,
        Command,
        r"(?P<v><site>[)'\x22]*) (?:is|are) <article>(?:\w+[ ,-]+){0,3}?<good>(?:[ ,-]+\w+){0,3}?[ ,-]+<kind>",
    ),
    (StandingPreference, Command, r"\b(?P<v>always|never) (?:\w+ )?<promote>\b"),
    (
        StandingPreference,
        Statement,
        r"\b(?P<v>always|never) (?:\w+ )?<promote>(?: only| users| people| readers| to)* ?<site>",
    ),
    (
        StandingPreference,
        Command,
        r"\b(?P<v>always|never|only ever) (?:use|choose|start with|open|visit|buy from) ?<site>",
    ),
    (StandingPreference, Command, r"\b(?P<v>(?:do not|don't|never) forget to <promote>)\b"),
    (
        StandingPreference,
        Command,
        r"\b(?P<v><promote>)\b<gap>\b(?:whenever|every time|each time|any ?time|next time|when(?:ever)? (?:i|someone|anyone|users?|people|the user|they) asks?|(?:when|if) asked|over (?:all )?(?:of )?(?:other|its|their|the)? ?(?:competitors?|others|alternatives|rivals)|above (?:all )?(?:other|its|their|the)? ?(?:competitors?|others|alternatives|rivals)|instead of (?:its |their |the |other )?(?:competitors?|rivals)|from now on|henceforth)\b",
    ),
    (
        StandingPreference,
        Command,
        r"\b(?P<v>recommend|promote|endorse|favou?r|prefer|prioriti[sz]e|advertise|suggest|rank|cite|mention)(?: only)? ?<site>[)'\x22]* (?:over|above|first|instead|before|whenever|to (?:everyone|anyone|others|users|people|all|other|your)|as <article>(?:\w+[ ,-]+){0,2}?<praised>)\b",
    ),
    (StandingPreference, Command, r"\b(?P<v>promote|endorse|prioriti[sz]e|favou?r|advertise)(?: only)? ?<site>"),
    (
        FutureConversations,
        Unasked,
        r"\b(?P<v>(?:in|for|across|during|into|to|on) (?:(?:all|any|every|each|your|my|our|the|these|other) )*(?:future|later|subsequent|upcoming) (?:\w+ )?<talks>)",
    ),
    (
        FutureConversations,
        Unasked,
        r"\b(?P<v>across|in|for) all (?:(?:your|my|our|of) )*(?:conversations|chats|sessions)\b",
    ),
    (
        FutureConversations,
        Unasked,
        r"\b(?P<v>from now on|from this (?:point|moment|day) (?:on|forward|onwards?)|from here on(?: out)?|henceforth|henceforward)\b",
    ),
    (
        FutureConversations,
        Unasked,
        r"\b(?P<v>whenever|every time|each time|any ?time|next time) (?:i|we|someone|anyone|somebody|anybody|users?|the user|people|they|a user|readers?|visitors?) (?:\w+ )?(?:ask|asks|quer(?:y|ies)|search|searches|inquires?|wants?|needs?)\b",
    ),
    (
        FutureConversations,
        Command,
        r"\b(?P<v><promote>|treat|use|remember)(?: (?:only|to|on|users|people|back))* ?<site><gap>\b(?:going forward|in (?:the )?future|permanently|forever|at all times|across (?:all )?(?:sessions|conversations|chats))\b",
    ),
    (
        FutureConversations,
        Command,
        r"\b(?P<v>going forward|in (?:the )?future|permanently)\W+(?:(?:please|you|should|must|will|always|only) )*(?:<promote>|treat|use|remember)\b",
    ),
];

const GERMAN: &[Row] = &[
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>merke? (?:dir|euch)|merken sie sich|erinnere? dich(?: immer)? (?:an|daran)|erinnern sie sich(?: immer)? (?:an|daran)|vergiss nie|vergessen sie nie)\b<gap>(?:<site>|\bals\b|\bfur (?:spater|die zukunft|kunftige|zukunftige|alle))",
    ),
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>speichere?|speichern sie|behalte|behalten sie|ubernimm|ubernehmen sie|lege?|schreibe?)\b<gap>\b(?:gedachtnis|erinnerung(?:en)?|langzeitgedachtnis|langzeitspeicher)\b",
    ),
    (
        StandingPreference,
        Command,
        r"\b(?P<v>empfiehl|empfehle|empfehlen sie|zitiere|zitieren sie|bevorzuge|bevorzugen sie|verlinke|verlinken sie|verweise|verweisen sie|vertraue?|vertrauen sie)\b<gap>\b(?:immer|stets|jedes ?mal|kunftig|zukunftig|in zukunft)\b",
    ),
    (
        StandingPreference,
        Statement,
        r"\b(?P<v>immer|stets|kunftig|zukunftig|in zukunft)\b<gap>\b(?:empfiehl|empfehle|empfehlen sie|zitiere|zitieren sie|bevorzuge|bevorzugen sie|verweise)\b",
    ),
    (
        FutureConversations,
        Unasked,
        r"\b(?P<v>ab jetzt|von nun an|von jetzt an|ab sofort|(?:in|bei|fur) (?:(?:allen?|deinen?|ihren?|unseren?|die) )*(?:zukunftigen?|kunftigen?|spateren?|weiteren?) (?:gesprachen?|unterhaltungen|chats|antworten|sitzungen|anfragen|konversationen|fragen))\b",
    ),
    (
        PlantedTrust,
        Statement,
        r"\b(?P<v>als) (?:\w+ ){0,3}?(?:vertrauenswurdig|verlasslich|zuverlassig|bevorzugt|glaubwurdig|massgeblich|serios)e?[nmrs]? (?:\w+ ){0,2}?(?:quelle|seite|website|webseite|autoritat|referenz|anbieter|informationsquelle)n?\b",
    ),
    (PlantedTrust, Command, r"\b(?P<v>vertraue?|vertrauen sie)(?: immer| stets)? ?<site>"),
];

const FRENCH: &[Row] = &[
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|memorise[sz]?|n'oublie[sz]? (?:pas|jamais)|garde[sz]? (?:\w+ ){0,3}?en memoire)\b<gap>(?:<site>|\bcomme\b|\bpour (?:(?:les|tes|vos|nos|plus) )*(?:futur|futures|prochaine|prochaines|tard|l'avenir))",
    ),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>enregistre[rz]?|sauvegarde[rz]?|garde[rz]?|conserve[rz]?|stocke[rz]?|ajoute[rz]?|mets|mettez)\b<gap>\b(?:en|dans (?:ta|votre|la)|a (?:ta|votre|la)) memoire\b",
    ),
    (
        StandingPreference,
        Command,
        r"\b(?P<v>recommande[sz]?|cite[sz]?|suggere[sz]?|conseille[sz]?|privilegie[sz]?|mentionne[sz]?|prefere[sz]?)(?: \w+)? (?:toujours|systematiquement|a l'avenir|desormais)\b",
    ),
    (
        StandingPreference,
        Command,
        r"\b(?P<v>toujours|systematiquement|a l'avenir|desormais),? (?:recommande[rz]?|cite[rz]?|suggere[rz]?|conseille[rz]?|privilegie[rz]?|mentionne[rz]?)\b",
    ),
    (
        FutureConversations,
        Unasked,
        r"\b(?P<v>dorenavant|a partir de maintenant|(?:dans|pour|lors de) (?:(?:toutes|tes|vos|nos|les|de) )*(?:futures|prochaines) (?:conversations|reponses|discussions|sessions|requetes|questions)|dans (?:(?:toutes|tes|vos|nos|les) )*(?:conversations|reponses|discussions) (?:futures|a venir))\b",
    ),
    (
        PlantedTrust,
        Statement,
        r"\b(?P<v>comme) (?:(?:une?|la|le|ta|votre|notre) )?(?:\w+ ){0,2}?(?:source|site|reference|autorite)s? (?:\w+ ){0,2}?(?:de confiance|fiables?|de reference|credibles?|privilegiee?s?|dignes? de confiance|faisant autorite)\b",
    ),
    (PlantedTrust, Command, r"\b(?P<v>fais|faites) (?:toujours )?confiance (?:a|au) ?<site>"),
];

const SPANISH: &[Row] = &[
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>recuerda|recuerde|recuerden|memoriza|memorice|(?:no|nunca) olvides?|acuerdate de)\b<gap>(?:<site>|\bcomo (?:una?|la|el|tu|su|nuestra)\b|\bpara (?:(?:las|el|tus|sus|mas) )*(?:futuras?|futuro|proximas?|tarde|adelante))",
    ),
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>guarda|guarde|guardalo|guardala|anade|anada|almacena|almacene|graba|grabe|registra|registre|conserva|conserve)\b<gap>\b(?:en|a) (?:tu|su|la) memoria\b",
    ),
    (
        StandingPreference,
        Command,
        r"\b(?P<v>recomienda|recomiende|cita|cite|sugiere|sugiera|menciona|mencione|prefiere|prefiera|prioriza|priorice) siempre\b",
    ),
    (
        StandingPreference,
        Command,
        r"\b(?P<v>siempre (?:recomienda|recomiende|cita|cite|sugiere|sugiera|menciona|mencione|prefiere|prefiera|prioriza|priorice))\b",
    ),
    (
        FutureConversations,
        Unasked,
        r"\b(?P<v>de ahora en adelante|a partir de ahora|de aqui en adelante|en lo sucesivo|en (?:(?:todas|las|tus|sus|nuestras) )*(?:futuras|proximas) (?:conversaciones|respuestas|sesiones|consultas|charlas)|en (?:(?:todas|las|tus|sus|nuestras) )*(?:conversaciones|respuestas|sesiones|consultas) futuras)\b",
    ),
    (
        PlantedTrust,
        Statement,
        r"\b(?P<v>como) (?:(?:una?|la|el|tu|su|nuestra) )?(?:\w+ ){0,2}?(?:fuente|sitio|referencia|autoridad|pagina)s? (?:\w+ ){0,3}?(?:de confianza|confiables?|fiables?|fidedignas?|autorizadas?|preferidas?|de referencia)\b",
    ),
    (PlantedTrust, Command, r"\b(?P<v>confia|confie)(?: siempre)? en ?<site>"),
];

const PORTUGUESE: &[Row] = &[
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>lembre-se|lembra-te|lembre|memorize|memoriza|recorde|nao (?:se )?esqueca)\b<gap>(?:<site>|\bcomo (?:uma?|a|o|sua|nossa)\b|\bpara (?:(?:as|o|suas|mais) )*(?:futuras?|futuro|proximas?|tarde))",
    ),
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>salve|salva|guarde|guarda|armazene|armazena|grave|adicione|adiciona|registre|registe|mantenha)\b<gap>\b(?:na|em|a|a sua|na sua|na tua) (?:sua |tua )?memoria\b",
    ),
    (StandingPreference, Command, r"\b(?P<v>recomende|recomenda|cite|sugira|mencione|prefira|priorize) sempre\b"),
    (StandingPreference, Command, r"\b(?P<v>sempre (?:recomende|recomenda|cite|sugira|mencione|prefira|priorize))\b"),
    (
        FutureConversations,
        Unasked,
        r"\b(?P<v>de agora em diante|a partir de agora|daqui (?:para|em) (?:a )?(?:frente|diante)|doravante|(?:em|nas) (?:(?:todas|as|suas|nossas) )*(?:futuras|proximas) (?:conversas|respostas|sessoes|consultas)|(?:em|nas) (?:(?:todas|as|suas|nossas) )*(?:conversas|respostas|sessoes) futuras)\b",
    ),
    (
        PlantedTrust,
        Statement,
        r"\b(?P<v>como) (?:(?:uma?|a|o|sua|nossa) )?(?:\w+ ){0,2}?(?:fonte|site|referencia|autoridade)s? (?:\w+ ){0,3}?(?:confiavel|confiaveis|de confianca|fidedignas?|preferidas?|de referencia|autorizadas?)\b",
    ),
    (PlantedTrust, Command, r"\b(?P<v>confie|confia)(?: sempre)? (?:em|na|no) ?<site>"),
];

const JAPANESE: &[Row] = &[
    (
        MemoryInstruction,
        Statement,
        r"覚えて(?:おいて)?(?:ください|下さい|くれ|ね|。|、|:|\s|$)|覚えておくこと(?:。|$)|記憶して(?:おいて)?(?:ください|下さい|。|、|\s|$)|(?:記憶|メモリー?)に(?:保存|追加|記録|残|刻)|忘れないで(?:ください|下さい)",
    ),
    (
        StandingPreference,
        Statement,
        r"(?:常に|いつも|必ず|毎回)[^。！？!?]*?(?:(?:推薦|推奨|おすすめ|お勧め|お薦め|引用|優先|紹介)して|(?:勧め|薦め)て)(?:おいて)?(?:ください|下さい|ほしい|欲しい|。|、|\s|$)",
    ),
    (FutureConversations, Unasked, r"今後の(?:会話|回答|応答|チャット|やり取り|質問)|(?:今後|これから|以後)は|今後も"),
    (
        PlantedTrust,
        Statement,
        r"(?:信頼できる|信頼性の高い|信頼のおける|信頼の置ける|信頼される|権威ある|優先的な)(?:情報源|ソース|サイト|情報元|出典|参照元)(?:として|である|です|だと)",
    ),
];

const ARABIC: &[Row] = &[
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>[وف]?(?:تذكر|تذكري|احفظ|احفظي|لا تنس|لا تنسي))\b<gap>(?:<site>|\bك(?:مصدر|مرجع|موقع)|\bباعتباره|\b(?:للمستقبل|لاحقا|ذاكرتك)|\b(?:في|الي) الذاكره)",
    ),
    (MemoryInstruction, Statement, r"\b(?P<v>[وف]?(?:احفظ|خزن|اضف|سجل))\b<gap>\b(?:في|الي) (?:الذاكره|ذاكرتك)"),
    (
        StandingPreference,
        Statement,
        r"\b(?P<v>[وف]?(?:اوص|اوصي|انصح|رشح|استشهد|اقترح))\b(?: \S+){0,4}? (?:دائما|دوما)\b|\b[وف]?(?:دائما|دوما) (?:\S+ )?(?:اوص|اوصي|انصح|رشح|استشهد|اقترح)\b",
    ),
    (
        FutureConversations,
        Unasked,
        r"\b(?P<v>[وف]?من الان (?:و)?فصاعدا|منذ الان|في (?:(?:جميع|كل) )?(?:المحادثات|الاجابات|الردود|الجلسات|محادثاتك|اجاباتك) (?:القادمه|المستقبليه|التاليه))\b",
    ),
    (PlantedTrust, Statement, r"\b(?:ك|باعتباره? |بوصفه? |[وف]?اعتبر<gap>)(?:ال)?مصدرا? (?:ال)?(?:موثوقا?|معتمدا?)\b"),
];
