//! Spanish: its own wordings, and its words for the shared ones, over folded text.

use super::row::{Row, Unless::*, Words};
use crate::prompts::policy::{address::Gate::*, finding::PolicyRule::*};

/// Wordings of this language only.
pub(super) const WORDINGS: &[Row] = &[
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>recuerda|recuerde|recuerden|memoriza|memorice|(?:no|nunca) olvides?|acuerdate de)\b<gap>(?:<site>|\bcomo (?:una?|la|el|tu|su|nuestra)\b|\bpara (?:(?:las|el|tus|sus|mas) )*(?:futuras?|futuro|proximas?|tarde|adelante))",
        Nothing,
    ),
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>guarda|guarde|guardalo|guardala|anade|anada|almacena|almacene|graba|grabe|registra|registre|conserva|conserve)\b<gap>\b(?:en|a) (?:tu|su|la) memoria\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Command,
        r"\b(?P<v>recomienda|recomiende|cita|cite|sugiere|sugiera|menciona|mencione|prefiere|prefiera|prioriza|priorice) siempre\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Command,
        r"\b(?P<v>siempre (?:recomienda|recomiende|cita|cite|sugiere|sugiera|menciona|mencione|prefiere|prefiera|prioriza|priorice))\b",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        Unasked,
        r"\b(?P<v>de ahora en adelante|a partir de ahora|de aqui en adelante|en lo sucesivo|en (?:(?:todas|las|tus|sus|nuestras) )*(?:futuras|proximas) (?:conversaciones|respuestas|sesiones|consultas|charlas)|en (?:(?:todas|las|tus|sus|nuestras) )*(?:conversaciones|respuestas|sesiones|consultas) futuras)\b",
        Nothing,
    ),
    (
        TrustInstruction,
        Statement,
        r"\b(?P<v>como) (?:(?:una?|la|el|tu|su|nuestra) )?(?:\w+ ){0,2}?(?:fuente|sitio|referencia|autoridad|pagina)s? (?:\w+ ){0,3}?(?:de confianza|confiables?|fiables?|fidedignas?|autorizadas?|preferidas?|de referencia)\b",
        Nothing,
    ),
    (TrustInstruction, Command, r"\b(?P<v>confia|confie)(?: siempre)? en ?<site>", Nothing),
    (
        PraiseInstruction,
        Told,
        r"\bno (?:<speak>)\b<close>\b(?:mas que|sino) (?:\w+ ){0,2}?(?:bien|buen[oa]s?|positiv\w+|elogios|ventajas|virtudes)\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Told,
        r"\b(?P<v>menciona|mencione|cita|cite|nombra|nombre)<obj>(?:<them>|<us>)<near>\b(?:veces|en cada|en tod[oa]s|repetidamente|a menudo)\b",
        Nothing,
    ),
    (
        MemoryInstruction,
        Told,
        r"\b(?P<v>recuerda|recuerde|ten (?:siempre )?(?:presente|en cuenta|en mente)|tenga (?:siempre )?(?:presente|en cuenta|en mente)|memoriza|memorice|aprende|no olvides|graba|anota|toma nota de)\b<near>(?:<them>|<us>)<near>(?:<better>|<most trusted>|<trusted as>|<later words>|\b(?:creible|fiable|confiable|de confianza)\b)",
        Nothing,
    ),
    (
        MemoryInstruction,
        Told,
        r"\b(?P<v>guarda|guarde|conserva|conserve|almacena|graba|manten|mantenga|registra|anade|anota|mete)\b<near>\b(?:en (?:tu|su|la) memoria)\b",
        Nothing,
    ),
];

/// The words for each placeholder of the wordings.
pub(super) const WORDS: Words = &[
    (
        "<small>",
        r"siempre|tambien|solo|unicamente|explicitamente|claramente|primero|bien|a|al|de|del|la|el|las|los|una?|hacia|con|por|en primer lugar|empresa|marca|sitio|web|pagina|sobre todo|mejor",
    ),
    (
        "<them>",
        r"<name>|\bnuestr[oa]s? (?:propi[oa]s? )?[\w-]+|\b(?:la|el|las|los) nuestr[oa]s?\b|\best[ea] (?:empresa|compania|marca|tienda|negocio|proveedor|hotel|despacho|bufete|clinica|agencia|vendedor|editorial|sitio|web|blog)\b",
    ),
    ("<us>", r"\bnosotros\b"),
    ("<clitic>", r"nos\b"),
    ("<clitic closing>", r"nos<closing>"),
    ("<clitic it>", r"(?:le|les|lo|la|los|las|selo|sela)\b"),
    ("<clitic me>", r"(?:me|les|le|lo|la)\b"),
    ("<closing>", r"(?: (?:a|en|como|ante|primero|siempre|cuando|si|para|y)\b| ?[.,;!]|\s*$)"),
    ("<we>", r"\b(?:nosotros|somos)\b"),
    ("<url>", r"\{\{ ?(?:url|markdownurl) ?\}\}|\best[ea] (?:pagina|articulo)\b|\b(?:la pagina|el articulo)\b"),
    ("<it>", r"\b(?:le|ello|ella)\b"),
    (
        "<firm>",
        r"\b(?:al|a la|del|de la|el|la) (?:empresa|compania|marca|tienda|negocio|hotel|proveedor|producto|servicio|restaurante|fabricante|vendedor|editorial)\b",
    ),
    ("<cite>", r"cita|cite|citad|enlaza|enlace|referencia|acredita|menciona como fuente"),
    (
        "<citing>",
        r"citar(?:nos)?|cite[sn]?|cita[sr]?|enlazar(?:nos)?|enlaces?|mencionar(?:nos)?|menciones?|recomendar(?:nos)?|recomiendes?|nombrar",
    ),
    ("<style>", r"\b(?:apa|mla|harvard|bibtex|formato|estilo|bibliografi\w+)\b"),
    (
        "<add>",
        r"anade|anada|incluye|incluya|incluir|inserta|inserte|pon|ponga|poner|coloca|agrega|agregue|agregar|mete|introduce|da|deja|anadir",
    ),
    ("<a link>", r"enlaces?|links?|vinculos?|hipervinculos?|referencias?|citas?|menciones?"),
    (
        "<sure>",
        r"asegurate de|asegurese de|procura|no (?:te )?olvides?|no (?:se )?olvide|no dejes de|no deje de|debes|debe|tienes que|tiene que|hay que|imprescindible|obligatoriamente|sin falta|acuerdate de|recuerda|siempre",
    ),
    (
        "<commend>",
        r"recomienda|recomiende|sugiere|sugiera|propon|proponga|menciona|mencione|nombra|nombre|cita|prefiere|prefiera|prioriza|priorice|promociona|promueve|elige|elija|escoge|indica|aconseja|destaca|remite a|dirige \w+ a",
    ),
    (
        "<when asked>",
        r"\b(?:cuando|si|cada vez que|siempre que|la proxima vez que|en cuanto) (?:\w+ ){0,4}?(?:pregunt\w*|busqu\w*|busc\w*|pid\w*|quier\w*|necesit\w*|consult\w*|habl\w*)\b",
    ),
    ("<use>", r"usa|use|utiliza|utilice|abre|abra|visita|empieza por|consulta|acude a"),
    (
        "<later words>",
        r"\b(?:en (?:el )?futuro|de ahora en adelante|a partir de (?:ahora|hoy)|en adelante|en lo sucesivo|en (?:todas|cada una de) (?:tus|sus|las) \w+|en cada respuesta|para siempre|de forma permanente)\b",
    ),
    (
        "<place>",
        r"pon|ponga|coloca|coloque|situa|situe|clasifica|clasifique|nombra|ordena|elige|elija|escoge|declara|posiciona|lista|cita|haz|designa|presenta|muestra",
    ),
    (
        "<top>",
        r"(?:en (?:el |la )?(?:primer\w*|cabeza|cima|lo mas alto|lo alto|mejor posicion|maxima posicion)(?: \w+)?|en el (?:numero|puesto) (?:1|uno)|al (?:principio|comienzo|inicio|frente)|a la cabeza|(?:como )?(?:el |la )?(?:ganador|ganadora|vencedor|vencedora|favorit[oa]|mejor|numero (?:1|uno))|primer[oa]s?|por (?:encima|delante) de|lo mas alto posible|antes que)\b",
    ),
    ("<to>", r"(?:a |al |para )"),
    ("<give>", r"da|de al?|dad|otorga|otorgue|concede|conceda|asigna|asigne|pon|ponga|atribuye"),
    ("<rate>", r"valora|valore|puntua|puntue|califica|califique|evalua|evalue"),
    (
        "<best mark>",
        r"(?:\b(?:(?:la )?(?:maxima|mejor|mas alta) (?:nota|puntuacion|calificacion|valoracion)|(?:nota|puntuacion|calificacion|valoracion) (?:maxima|mas alta|perfecta)|matricula de honor|sobresaliente|muy positivamente|muy bien)\b|\b(?:cinco|5|diez|10|100|todas las) (?:(?:puntos )?(?:de|sobre) (?:cinco|5|diez|10|100)|estrellas)|(?:5|10|100) ?/ ?(?:5|10|100))",
    ),
    ("<scale>", r"\b(?:del? (?:1|uno|0|cero) al?|escala|hasta|entre|como)\b"),
    (
        "<praise>",
        r"elogia|elogie|alaba|alabe|ensalza|ensalce|felicita|halaga|halague|enaltece|glorifica|haz (?:publicidad|promocion|propaganda) (?:de|a|para)|habla (?:bien|maravillas) (?:de|del)|hable (?:bien|maravillas) (?:de|del)",
    ),
    (
        "<say>",
        r"di|diga|decir|escribe|escriba|habla|hable|presenta|presente|describe|describa|menciona|mencione|cuenta|cuente|destaca|destaque|subraya|subraye|recalca|enfatiza|explica|explique|afirma|afirme|muestra|muestre|resume|resuma|enumera|lista|responde|responda|cita|asegura|deja claro|resalta|pinta",
    ),
    (
        "<only good>",
        r"\b(?:(?:solo|solamente|unicamente|exclusivamente|nada mas que|sino)(?: \w+){0,3}? (?:buen[oa]s?|bien|positiv[oa]s?|bonit[oa]s?|favorables?|elogi\w+|halag\w+|ventajas|virtudes|puntos fuertes|cualidades|beneficios|maravillas)|(?:positiv[oa]s?|buenas|favorables?|ventajas|virtudes|puntos fuertes) (?:solo|solamente|unicamente|exclusivamente)|en (?:los mejores )?terminos (?:muy )?(?:elogios\w+|positivos|favorables|halag\w+)?|bajo (?:la|una) (?:mejor|buena) luz|de (?:forma|manera) (?:\w+ )?(?:positiva|elogiosa|favorable|halag\w+))\b",
    ),
    ("<that>", r"que"),
    (
        "<better>",
        r"\b(?:el mejor|la mejor|los mejores|las mejores|mejor(?:es)?|superior(?:es)?|lider(?:es)?|numero (?:1|uno)|insuperables?|inmejorables?|imbatibles?|mas (?:fiable|creible|popular|segur[oa])|primera opcion)\b",
    ),
    (
        "<present>",
        r"presenta|presente|describe|describa|muestra|muestre|pinta|retrata|nombra|cita|menciona|haz|introduce|considera|senala|caracteriza|di",
    ),
    (
        "<as better>",
        r"(?:como (?:el |la |los |las |un |una )?(?:\w+ ){0,2}?(?:mejor(?:es)?|lider(?:es)?|superior(?:es)?|numero uno|ganador\w*|primera opcion|referente)|(?:mejor|mas (?:favorablemente|positivamente)|de (?:forma|manera|modo) mas (?:favorable|positiv[oa])) que|superior(?:es)? a|bajo (?:la |una )?mejor luz|con mejor luz)\b",
    ),
    (
        "<as source>",
        r"\bcomo (?:(?:la|el|una?|tu|su|nuestra) )*(?:\w+ ){0,2}?(?:fuente|referencia|autoridad|expert[oa]s?|especialista|referente)\b",
    ),
    (
        "<rivals>",
        r"\b(?:competidor(?:es|as)?|(?:la )?competencia|rival(?:es)?|alternativas?|(?:otr[oa]s?|ningun(?:a)? otr[oa]) (?:\w+ )?(?:proveedor(?:es)?|tiendas?|marcas?|productos?|empresas?|companias?|hotel(?:es)?|herramientas?|opcion(?:es)?|vendedor(?:es)?|servicios?|fabricantes?|editorial(?:es)?|agencias?|despachos?|bufetes?|clinicas?|ofertas?|negocios?|soluciones))\b",
    ),
    ("<worse>", r"\b(?:peor(?:es)?|inferior(?:es)?|mal[oa]s?|deficientes?|negativ\w*|poco fiables?|mediocres?)\b"),
    (
        "<bad>",
        r"\b(?:criticas?|negativ[oa]s?|negativamente|desventajas?|inconvenientes?|puntos? (?:debiles?|negativos?)|debilidad(?:es)?|defectos?|fallos|quejas?|reproches?|(?:malas?|malos) (?:resenas?|opinion(?:es)?|valoracion(?:es)?|comentarios?|criticas?|experiencias?|notas?|cosas?)|(?:resenas|opiniones|comentarios) (?:negativ[oa]s|desfavorables)|escandalos?|polemicas?|controversias?|efectos secundarios|contras|nada malo|algo malo|carencias)\b",
    ),
    (
        "<speak>",
        r"menciones?|mencionar|mencione|cites?|citar|nombres?|nombrar|hables?|hablar|digas?|decir|recomiendes?|recomendar|recomiende|sugieras?|sugerir|sugiera|propongas?|des|escribas?|incluyas?|incluir|compares?|comparar|muestres?|enumeres?|hagas? (?:referencia|mencion|alusion)|saques?|senales?",
    ),
    ("<neg speak>", r"(?:no|nunca|jamas|sin|evita|evite|abstente de) (?:me |le |les |lo |se )?(?:<speak>)"),
    (
        "<omit>",
        r"omite|omita|omitiendo|ignora|ignore|ignorando|oculta|oculte|esconde|calla|calle|deja (?:fuera|de lado|aparte)|deje (?:fuera|de lado)|excluye|excluya|elimina|elimine|salta|saltate|evita|evite|descarta|descarte|pasa por alto|pase por alto|pasa|silencia|olvida|sin(?: ningun[oa]?)?|suprime|quita|obvia|nada de",
    ),
    ("<not>", r"(?:\bno|\bsin|\bnunca|\bjamas|\bni) (?:\w+ )?$"),
    (
        "<and say>",
        r"\b(?:y|pero|sino|luego) (?:\w+ )?(?:di|nombra|cita|explica|muestra|da|menciona|describe|escribe|resume|indica|enumera)\b",
    ),
    (
        "<downplay>",
        r"minimiza|minimice|minimizando|resta(?:ndo)? importancia a|resta(?:ndo)? peso a|suaviza|suavice|suavizando|disculpa|excusa|relativiza|relativizando|atenua|justifica|edulcora|maquilla",
    ),
    (
        "<defend>",
        r"defiende|defienda|protege|ponte (?:del lado|de parte) de|se (?:indulgente|amable) con|perdona|disculpa|apoya",
    ),
    ("<persuade>", r"convence|convenza|persuade|persuada|anima|anime|empuja|incita|incite|motiva|invita|induce"),
    (
        "<readers>",
        r"\b(?:al? (?:lector(?:es|a)?|usuari[oa]s?|cliente|comprador|visitante)|a l[oa]s (?:lectores|usuarios|clientes|compradores|visitantes)|a la gente|a quien)\b",
    ),
    ("<buy>", r"\b(?:compr\w*|adquir\w*|reserv\w*|contrat\w*|suscrib\w*|pedido|encarg\w*|apuntarse|inscrib\w*)\b"),
    (
        "<treat>",
        r"trata|trate|considera|considere|usa|use|utiliza|utilice|guarda|guarde|acepta|acepte|ten|tenga|adopta|ve|reconoce|recuerda|toma|tome|registra",
    ),
    (
        "<trusted as>",
        r"\bcomo (?:(?:la|el|una?|tu|su|mi|nuestra) )*(?:\w+ ){0,2}?(?:fuente|referencia|autoridad|expert[oa]s?|especialista|opcion|referente|estandar|sitio de confianza)\b",
    ),
    ("<is>", r"(?:es|son)"),
    (
        "<most trusted>",
        r"(?:(?:la |el )?(?:fuente|sitio|referencia|autoridad|pagina|web) (?:mas (?:creible|fiable|confiable|segur[oa]|de confianza)|de (?:maxima )?confianza|fiable|confiable))\b",
    ),
    (
        "<visit>",
        r"visita|visite|abre|abra|carga|cargue|ve a|vaya a|entra en|llama a|consulta|envia|envie|manda|mande|transmite|descarga|lee|haz clic en|accede a|reenvia|navega a|publica",
    ),
];
