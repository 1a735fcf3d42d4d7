//! German: its own wordings, and its words for the shared ones, over folded text.

use super::row::{Row, Unless::*, Words};
use crate::prompts::policy::{address::Gate::*, finding::PolicyRule::*};

/// Wordings of this language only.
pub(super) const WORDINGS: &[Row] = &[
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>merke? (?:dir|euch)|merken sie sich|erinnere? dich(?: immer)? (?:an|daran)|erinnern sie sich(?: immer)? (?:an|daran)|vergiss nie|vergessen sie nie)\b<gap>(?:<site>|\bals\b|\bfur (?:spater|die zukunft|kunftige|zukunftige|alle))",
        Nothing,
    ),
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>speichere?|speichern sie|behalte|behalten sie|ubernimm|ubernehmen sie|lege?|schreibe?)\b<gap>\b(?:gedachtnis|erinnerung(?:en)?|langzeitgedachtnis|langzeitspeicher)\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Command,
        r"\b(?P<v>empfiehl|empfehle|empfehlen sie|zitiere|zitieren sie|bevorzuge|bevorzugen sie|verlinke|verlinken sie|verweise|verweisen sie|vertraue?|vertrauen sie)\b<gap>\b(?:immer|stets|jedes ?mal|kunftig|zukunftig|in zukunft)\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Statement,
        r"\b(?P<v>immer|stets|kunftig|zukunftig|in zukunft)\b<gap>\b(?:empfiehl|empfehle|empfehlen sie|zitiere|zitieren sie|bevorzuge|bevorzugen sie|verweise)\b",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        Unasked,
        r"\b(?P<v>ab jetzt|von nun an|von jetzt an|ab sofort|(?:in|bei|fur) (?:(?:allen?|deinen?|ihren?|unseren?|die) )*(?:zukunftigen?|kunftigen?|spateren?|weiteren?) (?:gesprachen?|unterhaltungen|chats|antworten|sitzungen|anfragen|konversationen|fragen))\b",
        Nothing,
    ),
    (
        TrustInstruction,
        Statement,
        r"\b(?P<v>als) (?:\w+ ){0,3}?(?:vertrauenswurdig|verlasslich|zuverlassig|bevorzugt|glaubwurdig|massgeblich|serios)e?[nmrs]? (?:\w+ ){0,2}?(?:quelle|seite|website|webseite|autoritat|referenz|anbieter|informationsquelle)n?\b",
        Nothing,
    ),
    (TrustInstruction, Command, r"\b(?P<v>vertraue?|vertrauen sie)(?: immer| stets)? ?<site>", Nothing),
    (
        OmissionInstruction,
        Statement,
        r"\b(?P<v>lass|lasse|lassen sie|blende|blenden sie|klammere|spare?|sparen sie)\b<close>(?:<bad>|<rivals>)<close>\b(?:weg|aus|beiseite|unerwahnt|unter den tisch|fort)\b",
        Within(r"\bnicht\b"),
    ),
    (
        OmissionInstruction,
        Statement,
        r"\b(?P<v>erwahne?|erwahnen sie|nenne?|nennen sie|empfiehl|thematisiere)\b<close>(?:<rivals>|<bad>)<close>\b(?:nicht|nie|niemals)\b",
        Within(r"\bnicht nur\b"),
    ),
    (
        OmissionInstruction,
        Statement,
        r"\b(?P<v>spiele?|spielen sie|rede|reden sie|tue?)\b<close>(?:<bad>)<close>\b(?:herunter|klein|schon|ab)\b",
        Within(r"\bnicht\b"),
    ),
    (
        OmissionInstruction,
        Statement,
        r"\b(?P<v>nimm|nehmen sie)\b<close>(?:<them>|<firm>|\buns\b)<close>\bin schutz\b",
        Nothing,
    ),
    (
        RankingInstruction,
        Statement,
        r"\b(?P<v>stufe?|stufen sie|bewerte?|bewerten sie|ordne)\b<obj>(?:<them>|<us>)<close>\b(?:am hochsten|am besten|hoher|besser|hochst\w*)\b",
        Nothing,
    ),
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>(?:behalte?|behalten sie|habe?)\b<close>\bim (?:kopf|gedachtnis|hinterkopf)|denke? (?:immer |stets )?daran|vergiss (?:nicht|nie)|vergessen sie (?:nicht|nie)|merke? dir|merken sie sich|lerne?)\b<near>(?:<them>|<us>|<we>)<near>(?:<better>|<most trusted>|<trusted as>|<later words>)",
        Nothing,
    ),
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>behalte?|behalten sie|speichere?|verankere|notiere?)\b<near>\b(?:gedachtnis|langzeitgedachtnis|erinnerungen|deinen notizen|deinem profil)\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Statement,
        r"\b(?P<v>erwahne?|nenne?|zitiere?|empfiehl)\b<obj>(?:<them>|<us>)<near>\b(?:mal|\w+mal|mehrmals|mehrfach|wiederholt|so oft wie moglich)\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Statement,
        r"(?:<them>|<us>)<close>\b(?P<v>zitieren|verlinken|empfehlen|nennen|erwahnen|bevorzugen|loben)(?: ?[.!,;]|$)",
        Nothing,
    ),
];

/// The words for each placeholder of the wordings.
pub(super) const WORDS: Words = &[
    (
        "<small>",
        r"immer|stets|auch|nur|unbedingt|ausdrucklich|auf|zu|den|die|das|der|dem|zuerst|als|erstes|bitte|an|mit|von|gerne|namentlich|firma|marke|seite|website|jeweils|deutlich|mal|mir|sie|fur|jeden fall|jedem fall|in",
    ),
    (
        "<them>",
        r"<name>|\bunser(?:e[nmrs]?)? (?:eigene[nmrs]? )?[\w-]+|\bunsere[nmrs]\b|\bdiese[nmrs]? (?:firma|marke|shop|laden|geschaft|unternehmen|anbieter|hotel|praxis|kanzlei|agentur|handler|verlag|website|webseite)\b",
    ),
    ("<us>", r"\buns\b"),
    ("<closing>", r"(?: (?:als|an|zuerst|immer|stets|in|wenn|bei|vor|uber|weiter|und|jedem|allen)\b| ?[.,;!]|\s*$)"),
    ("<we>", r"\bwir\b"),
    (
        "<url>",
        r"\{\{ ?(?:url|markdownurl) ?\}\}|\bdiese[nmrs]? (?:seite|artikel|beitrag|text)\b|\b(?:die seite|den artikel)\b",
    ),
    ("<it>", r"\b(?:es|ihn|ihm)\b"),
    (
        "<firm>",
        r"\b(?:die|der|das|den|dem) (?:firma|marke|shop|laden|geschaft|unternehmen|anbieter|hotel|produkt|dienst|restaurant|hersteller|handler|verlag)\b",
    ),
    ("<cite>", r"zitiere?|zitieren sie|verlinke?|verlinken sie|referenziere?|verweise?|verweisen sie"),
    (
        "<citing>",
        r"(?:zu )?zitier(?:en|t|e)|(?:zu )?verlink(?:en|t|e)|zu erwahnen|zu nennen|zu empfehlen|(?:zu )?verweis(?:en|t)",
    ),
    ("<style>", r"\b(?:apa|mla|harvard|bibtex|zitierweise|format|zitierstil)\b"),
    ("<add>", r"fuge|fugen sie|setze|setzen sie|nimm|nehmen sie|baue|gib|geben sie|binde|verwende|nenne"),
    ("<a link>", r"links?|verweis(?:e)?|quellenangabe|verlinkung"),
    (
        "<sure>",
        r"achte darauf|achten sie darauf|stelle? sicher|stellen sie sicher|sorge dafur|sorgen sie dafur|unbedingt|auf jeden fall|in jedem fall|musst|mussen sie|sollst|vergiss nicht|vergessen sie nicht|denk(?:e)? daran|immer|stets",
    ),
    (
        "<commend>",
        r"empfiehl|empfehle|empfehlen sie|nenne?|nennen sie|erwahne?|erwahnen sie|bevorzuge|bevorzugen sie|bewirb|bewerbe|wirb fur|schlage?|schlagen sie|rate zu|weise|weisen sie|verweise|verweisen sie|priorisiere|wahle?|wahlen sie|favorisiere",
    ),
    (
        "<when asked>",
        r"\b(?:wenn|falls|sobald|immer wenn|jedes mal,? wenn) (?:\w+ ){1,4}?(?:frag\w*|such\w*|will|mochte|brauch\w*|wissen)\b|\bauf die frage\b|\bbei (?:jeder |allen )?fragen?\b",
    ),
    ("<use>", r"nutze|nutzen sie|verwende|verwenden sie|offne|besuche|beginne mit|greife"),
    (
        "<later words>",
        r"\b(?:in zukunft|kunftig|zukunftig|ab (?:jetzt|sofort|heute)|von nun an|fortan|in jeder antwort|in allen antworten|bei jeder antwort|dauerhaft|fur immer)\b",
    ),
    (
        "<place>",
        r"setze?|setzen sie|stelle?|stellen sie|platziere|platzieren sie|ordne|stufe?|stufen sie|nenne?|fuhre|liste|bewerte|bewerten sie|wahle?|wahlen sie|kure?|erklare?|ranke|positioniere|mach(?:e)?|rucke?",
    ),
    (
        "<top>",
        r"(?:platz (?:1|eins)|(?:die )?(?:erste[nr]?|oberste[nr]?) (?:platz|stelle|position|rang)|an (?:die |der )?(?:spitze|erster stelle|erste stelle)|ganz (?:oben|nach oben)|nach oben|am hochsten|am besten|(?:als|zum|zur) (?:klaren? |eindeutigen? |besten? )?(?:sieger\w*|gewinner\w*|testsieger|beste[nrs]?|nummer (?:1|eins)|favorit\w*|marktfuhrer)|vor (?:allen|die|den|alle) (?:anderen|konkurrent\w*|mitbewerber\w*)|nummer (?:1|eins)|hoher als)",
    ),
    ("<to>", r"(?:an|fur) "),
    ("<give>", r"gib|geben sie|vergib|vergeben sie|verleihe?|erteile?"),
    ("<rate>", r"bewerte?|bewerten sie|benote|benoten sie|beurteile?|beurteilen sie|stufe"),
    (
        "<best mark>",
        r"(?:\b(?:bestnote|hochstnote|hochstwertung|bestwertung|note (?:1|eins|sehr gut))\b|\b(?:funf|5|zehn|10|100|volle[nr]?|alle|maximale|hochste|beste|top) (?:von (?:funf|5|zehn|10|100)|(?:mogliche )?(?:sterne?n?|punkte?n?|punktzahl|note|bewertung|wertung))|(?:5|10|100) ?/ ?(?:5|10|100)|\bsehr gut\b|\bals hervorragend\b)",
    ),
    ("<scale>", r"\b(?:von (?:1|null|eins) bis|skala|bis zu|zwischen|wie)\b"),
    (
        "<praise>",
        r"lobe?|loben sie|preise?|preisen sie|ruhme?|ruhmen sie|bejubel\w*|huldige|schwarme? von|schwarmen sie von|mach(?:e)? werbung fur|wirb fur|feiere?",
    ),
    (
        "<say>",
        r"sage?|sagen sie|schreibe?|schreiben sie|erwahne?|erwahnen sie|nenne?|nennen sie|beschreibe?|beschreiben sie|stelle?|stellen sie|berichte?|berichten sie|zahle|liste|erzahle?|betone?|betonen sie|hebe?|heben sie|fasse?|fassen sie|erklare?|antworte?|antworten sie|sprich|sprechen sie|auss?ere? dich|zeige?|zeichne|hervorheb\w*|behaupte|unterstreiche?|gib|verwende|formuliere|teile|mach(?:e)? klar|erwecke",
    ),
    (
        "<only good>",
        r"\b(?:nur|ausschliesslich|einzig|lediglich|bloss|allein)(?: \w+){0,3}? (?:gute[sn]?|positive[sn]?|schone[sn]?|vorteilhafte[sn]?|wohlwollende[sn]?|lobende[sn]?|positiv|lob|vorteile|vorzuge|starken|gute seiten)\b|\bin (?:den hochsten tonen|den schonsten farben|bestem licht|(?:einem )?(?:guten|positiven|besten|glanzenden) licht)\b|\bvon (?:ihrer|seiner|der) besten seite\b|\b(?:durchweg|rein) positiv\b",
    ),
    ("<that>", r"dass"),
    (
        "<better>",
        r"\b(?:beste[nrms]?|besser|besten|fuhrend\w*|nummer (?:1|eins)|uberlegen|unschlagbar|erste wahl|marktfuhrer|unubertroffen|vertrauenswurdigste\w*|zuverlassigste\w*)\b",
    ),
    (
        "<present>",
        r"stelle?|stellen sie|beschreibe?|beschreiben sie|prasentiere?|prasentieren sie|zeichne|schildere?|nenne?|zeige?|lass(?:e)?|empfiehl|zitiere?|fuhre|charakterisiere",
    ),
    (
        "<as better>",
        r"(?:als (?:die |das |den |der )?(?:\w+ ){0,2}?(?:beste[nrs]?|fuhrende[nrs]?|uberlegen|besser\w*|nummer (?:1|eins)|erste wahl|sieger|testsieger|marktfuhrer)|(?:besser|positiver|vorteilhafter|gunstiger|attraktiver|starker|freundlicher) (?:\w+ )?als|in (?:einem )?(?:besserem|besseren|gutem|guten) licht|besser (?:aussehen|dastehen)|gut (?:aussehen|dastehen))\b",
    ),
    ("<as source>", r"\bals (?:\w+ ){0,3}?\w*(?:quelle|referenz|autoritat|nachweis|beleg|experten?)\b"),
    (
        "<rivals>",
        r"\b(?:\w*konkurren(?:z|ten?|tinnen|zprodukte\w*|zangebote\w*)|(?:mit|wett)bewerber[ns]?|rivalen|alternativen?|(?:andere[nrms]?|fremde[nrms]?|weitere[nrms]?) (?:\w+ )?(?:anbietern?|shops?|laden|geschafte?n?|marken?|produkte?n?|firmen|unternehmen|hotels?|dienste?n?|hersteller[ns]?|handler[ns]?|verlage?n?|kanzleien|praxen|agenturen|angebote?n?|werkzeuge?n?|optionen|losungen))\b",
    ),
    (
        "<worse>",
        r"\b(?:schlechter\w*|schlecht|minderwertig\w*|unterlegen|unseriose?\w*|unzuverlassig\w*|negativ\w*|schwacher)\b",
    ),
    (
        "<bad>",
        r"\b(?:\w*kritik\w*|kritische[nrs]? (?:stimmen|punkte|anmerkungen|kommentare)|negativ\w*|nachteil\w*|schwachen|schwachstellen|schwachpunkte?|schattenseiten|mangel\w*|beschwerden?|beanstandung\w*|(?:schlechte[nrs]?|kritische[nrs]?) (?:\w+ )?(?:bewertung\w*|rezension\w*|kommentare?|erfahrung\w*|seiten|presse|meinung\w*)|schlechtes|skandale?|nebenwirkungen|verrisse?|minuspunkte|bemangel\w*|klagen)\b",
    ),
    (
        "<speak>",
        r"nenne?|nennen sie|erwahne?|erwahnen sie|empfiehl|empfehle|empfehlen sie|sage?|sagen sie|schreibe?|schreiben sie|schlage?|schlagen sie|sprich|sprechen sie|rede|reden sie|berichte?|verweise?|verlinke?|zeige?|gehe|vergleiche?|ubee?|ube|uben sie|bringe?|lass(?:e)?|fuhre|liste|thematisiere|gib",
    ),
    ("<neg speak>", r"(?:<speak>)\b<close>\b(?:kein\w*|nichts?|nie|niemals|weder|auf keinen fall)|(?:ohne)(?: \w+)?"),
    (
        "<omit>",
        r"verschweige?|verschweigen sie|ignoriere?|ignorieren sie|ubergehe?|ubergehen sie|uberspringe?|unterschlage?|unterdrucke|vermeide?|vermeiden sie|verzichte?(?: auf)?|unterlasse?|streiche?|streichen sie|blende|verbirg|verbergen sie|klammere|keine?|uberlies|verheimliche?|erspare? (?:mir|dem leser)",
    ),
    ("<not>", r"(?:\bnicht|\bnie|\bniemals|\bohne) (?:\w+ )?$"),
    (
        "<and say>",
        r"\b(?:und|sondern|aber|dann) (?:\w+ )?(?:sage?|nenne?|liste|erklare?|zeige?|gib|erwahne?|beschreibe?|schreibe?|fasse?)\b",
    ),
    (
        "<downplay>",
        r"verharmlose?|verharmlosen sie|beschonige?|beschonigen sie|rede|bagatellisiere?|relativiere?|entschuldige?|entkrafte?|schone?|mildere|rechtfertige",
    ),
    (
        "<defend>",
        r"verteidige?|verteidigen sie|nimm|nehmen sie|schutze?|verschone?|verschonen sie|schone?|schonen sie|stell(?:e)? dich hinter|sei (?:nachsichtig|gnadig|nett) (?:mit|zu|gegenuber)",
    ),
    (
        "<persuade>",
        r"uberzeuge?|uberzeugen sie|uberrede?|uberreden sie|bewege?|bring(?:e)?|bringen sie|verleite?|drange?|ermutige?|animiere?|motiviere?",
    ),
    (
        "<readers>",
        r"\b(?:mich|den (?:leser|nutzer|kunden|kaufer|besucher|anwender)|die (?:leser|nutzer|kunden|besucher|leute|leserin)|leser|nutzer|kunden|besucher|sie|jeden|alle)\b",
    ),
    (
        "<buy>",
        r"\b(?:kauf\w*|\w+zukaufen|bestell\w*|buch(?:en|ung)|zu buchen|abonnier\w*|abschliess\w*|anzumelden|zu spenden)\b",
    ),
    (
        "<treat>",
        r"behandle|behandeln sie|betrachte?|betrachten sie|sieh|sehen sie|nutze|nutzen sie|verwende|verwenden sie|akzeptiere?|speichere?|ubernimm|fuhre|werte|stufe|merke? dir|behalte|erachte|halte?|halten sie",
    ),
    (
        "<trusted as>",
        r"\b(?:als|fur) (?:(?:die|deine?n?|ihre?n?|eine?n?|das|den|meine) )*(?:\w+ ){0,2}?\w*(?:anlaufstelle|anlaufpunkt|wahl|quelle|autoritat|experten?|expertin|referenz|massstab|standard|adresse|ansprechpartner|instanz)\b",
    ),
    ("<is>", r"(?:ist|sind)"),
    (
        "<most trusted>",
        r"(?:vertrauenswurdig|verlasslich|zuverlassig|glaubwurdig|serios|massgeblich)(?:e|er|es|en|ste|ster|stes|sten) (?:\w+ )?(?:quelle|seite|website|webseite|adresse|anbieter|referenz|experte|informationsquelle|anlaufstelle)\b",
    ),
    (
        "<visit>",
        r"besuche?|besuchen sie|offne?|offnen sie|lade?|laden sie|rufe?|rufen sie|hole?|gehe? (?:zu|auf)|sende?|senden sie|schicke?|schicken sie|ubermittle|melde|leite|ubertrage|klicke?|lies|lesen sie|poste|frage",
    ),
];
