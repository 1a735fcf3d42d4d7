//! Portuguese: its own wordings, and its words for the shared ones, over folded text.

use super::row::{Row, Unless::*, Words};
use crate::prompts::policy::{address::Gate::*, finding::PolicyRule::*};

/// Wordings of this language only.
pub(super) const WORDINGS: &[Row] = &[
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>lembre-se|lembra-te|lembre|memorize|memoriza|recorde|nao (?:se )?esqueca)\b<gap>(?:<site>|\bcomo (?:uma?|a|o|sua|nossa)\b|\bpara (?:(?:as|o|suas|mais) )*(?:futuras?|futuro|proximas?|tarde))",
        Nothing,
    ),
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>salve|salva|guarde|guarda|armazene|armazena|grave|adicione|adiciona|registre|registe|mantenha)\b<gap>\b(?:na|em|a|a sua|na sua|na tua) (?:sua |tua )?memoria\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Command,
        r"\b(?P<v>recomende|recomenda|cite|sugira|mencione|prefira|priorize) sempre\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Command,
        r"\b(?P<v>sempre (?:recomende|recomenda|cite|sugira|mencione|prefira|priorize))\b",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        Unasked,
        r"\b(?P<v>de agora em diante|a partir de agora|daqui (?:para|em) (?:a )?(?:frente|diante)|doravante|(?:em|nas) (?:(?:todas|as|suas|nossas) )*(?:futuras|proximas) (?:conversas|respostas|sessoes|consultas)|(?:em|nas) (?:(?:todas|as|suas|nossas) )*(?:conversas|respostas|sessoes) futuras)\b",
        Nothing,
    ),
    (
        TrustInstruction,
        Statement,
        r"\b(?P<v>como) (?:(?:uma?|a|o|sua|nossa) )?(?:\w+ ){0,2}?(?:fonte|site|referencia|autoridade)s? (?:\w+ ){0,3}?(?:confiavel|confiaveis|de confianca|fidedignas?|preferidas?|de referencia|autorizadas?)\b",
        Nothing,
    ),
    (TrustInstruction, Command, r"\b(?P<v>confie|confia)(?: sempre)? (?:em|na|no) ?<site>", Nothing),
    (
        PreferenceInstruction,
        Told,
        r"\b(?P<v>mencione|menciona|cite|cita|nomeie)<obj>(?:<them>|<us>)<near>\b(?:vezes|em cada|em tod[oa]s|repetidamente|com frequencia)\b",
        Nothing,
    ),
    (
        MemoryInstruction,
        Told,
        r"\b(?P<v>lembre-se|lembra-te|lembre|tenha (?:sempre )?(?:em mente|presente|em conta)|tem (?:sempre )?(?:em mente|presente)|memorize|memoriza|aprenda|nao esqueca|grave|anote|tome nota de)\b<near>(?:<them>|<us>)<near>(?:<better>|<most trusted>|<trusted as>|<later words>|\b(?:confiavel|credivel|de confianca|credibilidade)\b)",
        Nothing,
    ),
    (
        MemoryInstruction,
        Told,
        r"\b(?P<v>guarde|guarda|salve|salva|conserve|armazene|grave|mantenha|registre|adicione|anote)\b<near>\b(?:na (?:sua |tua )?memoria)\b",
        Nothing,
    ),
    (RankingInstruction, Told, r"\b(?P<v>de-lhes?|da-lhes?)\b<close>(?:<best mark>)", Nothing),
];

/// The words for each placeholder of the wordings.
pub(super) const WORDS: Words = &[
    (
        "<small>",
        r"sempre|tambem|so|apenas|somente|explicitamente|claramente|primeiro|bem|a|ao|aos|as|o|os|de|do|da|uma?|para|com|por|em primeiro lugar|empresa|marca|site|pagina|sobretudo|antes",
    ),
    (
        "<them>",
        r"<name>|\b(?:noss[oa]s?) (?:propri[oa]s? )?[\w-]+|\b(?:a|o|as|os) noss[oa]s?\b|\b(?:d|n)?est[ea] (?:empresa|companhia|marca|loja|negocio|fornecedor|hotel|escritorio|clinica|agencia|vendedor|editora|site|blog)\b",
    ),
    ("<us>", r"\bnos\b(?:,|\.|$)"),
    ("<clitic>", r"-nos\b"),
    ("<clitic closing>", r"-nos<closing>"),
    ("<clitic it>", r"-(?:lhe|lhes|o|a|os|as|lo|la)\b"),
    ("<clitic me>", r"-(?:me|os|as|o|a|lhe|lhes)\b"),
    ("<closing>", r"(?: (?:a|em|como|para|primeiro|sempre|quando|se|e)\b| ?[.,;!]|\s*$)"),
    ("<we>", r"\b(?:nos|somos)\b"),
    ("<url>", r"\{\{ ?(?:url|markdownurl) ?\}\}|\b(?:d|n)?est[ea] (?:pagina|artigo)\b|\b(?:a pagina|o artigo)\b"),
    ("<it>", r"\b(?:lhe|ele|ela)\b"),
    (
        "<firm>",
        r"\b(?:a|o|ao|da|do|à|na|no) (?:empresa|companhia|marca|loja|negocio|hotel|fornecedor|produto|servico|restaurante|fabricante|vendedor|editora)\b",
    ),
    ("<cite>", r"cite|cita|citem|referencie|credite|linke|mencione como fonte"),
    (
        "<citing>",
        r"citar(?:-nos)?|cite[sm]?|cita|linkar|mencionar(?:-nos)?|mencione[sm]?|recomendar(?:-nos)?|recomende[sm]?|nomear|referenciar",
    ),
    ("<style>", r"\b(?:apa|mla|abnt|harvard|bibtex|formato|estilo|bibliografi\w+)\b"),
    (
        "<add>",
        r"adicione|adiciona|inclua|inclui|incluir|insira|insere|ponha|poe|por|coloque|coloca|colocar|acrescente|deixe|adicionar|inserir",
    ),
    ("<a link>", r"links?|hiperligac\w+|ligac\w+|referencias?|citac\w+|mencao|mencoes"),
    (
        "<sure>",
        r"certifique-se|certifica-te|assegure-se|garanta|garante|nao (?:se )?esquec\w+|nao deixe|nao deixes|voce deve|deves?|tem (?:de|que)|tens (?:de|que)|e preciso|obrigatoriamente|sem falta|lembre-se de|procure|sempre",
    ),
    (
        "<commend>",
        r"recomende|recomenda|sugira|sugere|proponha|propoe|mencione|menciona|nomeie|cite|prefira|prefere|priorize|prioriza|promova|promove|escolha|escolhe|indique|indica|aconselhe|destaque|remeta|encaminhe \w+ a|divulgue",
    ),
    (
        "<when asked>",
        r"\b(?:quando|se|sempre que|toda vez que|cada vez que|da proxima vez que|assim que) (?:\w+ ){0,4}?(?:pergunt\w*|procur\w*|busc\w*|ped\w*|quis\w*|quer\w*|precis\w*|fal\w*)\b",
    ),
    ("<use>", r"use|usa|utilize|utiliza|abra|abre|visite|comece por|consulte|recorra a"),
    (
        "<later words>",
        r"\b(?:no futuro|futuramente|de agora em diante|a partir de (?:agora|hoje)|daqui (?:para|em) (?:a )?(?:frente|diante)|doravante|em (?:todas|cada uma d?) ?(?:as )?(?:suas|tuas|as) \w+|em cada resposta|para sempre|permanentemente)\b",
    ),
    (
        "<place>",
        r"ponha|poe|coloque|coloca|situe|classifique|classifica|nomeie|ordene|escolha|escolhe|declare|posicione|liste|cite|faca|eleja|designe|apresente|mostre",
    ),
    (
        "<top>",
        r"(?:em (?:primeir\w*|1º?)(?: \w+)?|no (?:topo|primeiro (?:lugar|posto))|na (?:primeira posicao|frente|lideranca|dianteira)|no inicio|no numero (?:1|um)|a frente (?:de|da|do|das|dos)|(?:como )?(?:o |a )?(?:vencedor|vencedora|ganhador|favorit[oa]|melhor|numero (?:1|um))|primeir[oa]s?|acima (?:de|da|do|das|dos)|o mais alto possivel|antes (?:de|da|do|dos) (?:outr\w+|concorrent\w+|concorrencia|rivais))\b",
    ),
    ("<to>", r"(?:a |ao |para )"),
    ("<give>", r"de (?:a|ao|à|para)|da|atribua|atribui|conceda|concede|ponha"),
    ("<rate>", r"avalie|avalia|pontue|classifique|classifica|julgue"),
    (
        "<best mark>",
        r"(?:\b(?:(?:a )?(?:maxima|melhor|mais alta) (?:nota|pontuacao|classificacao|avaliacao)|(?:nota|pontuacao|classificacao|avaliacao) (?:maxima|mais alta|perfeita|dez|10)|muito positivamente|excelente)\b|\b(?:cinco|5|dez|10|100|todas as) (?:(?:pontos )?(?:de|em) (?:cinco|5|dez|10|100)|estrelas)|(?:5|10|100) ?/ ?(?:5|10|100))",
    ),
    ("<scale>", r"\b(?:de (?:1|um|0|zero) a|escala|ate|entre|como)\b"),
    (
        "<praise>",
        r"elogie|elogia|louve|enalteca|exalte|felicite|glorifique|bajule|faca (?:propaganda|publicidade|promocao) (?:de|do|da|para)|fale (?:bem|maravilhas) (?:de|do|da)|fala (?:bem|maravilhas) (?:de|do|da)",
    ),
    (
        "<say>",
        r"diga|diz|escreva|escreve|fale|fala|apresente|apresenta|descreva|descreve|mencione|menciona|conte|destaque|destaca|sublinhe|ressalte|enfatize|frise|explique|afirme|mostre|resuma|enumere|liste|responda|cite|garanta|deixe claro|pinte",
    ),
    (
        "<only good>",
        r"\b(?:(?:so|somente|apenas|unicamente|exclusivamente|nada alem de)(?: \w+){0,3}? (?:bo[mna]\w*|bem|positiv[oa]s?|bonit[oa]s?|favoraveis|elogi\w+|vantagens|virtudes|pontos fortes|qualidades|beneficios|maravilhas)|(?:positiv[oa]s?|boas|favoraveis|vantagens|virtudes|pontos fortes) (?:somente|apenas|exclusivamente)|em termos (?:muito )?(?:elogios\w+|positivos|favoraveis)|sob (?:a|uma) (?:melhor|boa) luz|de (?:forma|maneira) (?:\w+ )?(?:positiva|elogiosa|favoravel))\b",
    ),
    ("<that>", r"que"),
    (
        "<better>",
        r"\b(?:melhor(?:es)?|superior(?:es)?|lider(?:es)?|numero (?:1|um)|insuperave(?:l|is)|imbative(?:l|is)|mais (?:confiave(?:l|is)|popular|segur[oa])|maior credibilidade|primeira opcao)\b",
    ),
    (
        "<present>",
        r"apresente|apresenta|descreva|descreve|mostre|mostra|pinte|retrate|nomeie|cite|mencione|faca|introduza|considere|caracterize",
    ),
    (
        "<as better>",
        r"(?:como (?:o |a |os |as |um |uma |sendo )?(?:\w+ ){0,2}?(?:melhor(?:es)?|lider(?:es)?|superior(?:es)?|numero um|vencedor\w*|primeira opcao)|(?:melhor|mais (?:favoravelmente|positivamente)|de (?:forma|maneira|modo) mais (?:favoravel|positiv[oa])) (?:do )?que|superior(?:es)? (?:a|aos|as)|sob (?:a |uma )?melhor luz|com melhor luz)\b",
    ),
    (
        "<as source>",
        r"\bcomo (?:(?:a|o|uma?|sua|tua|nossa) )*(?:\w+ ){0,2}?(?:fonte|referencia|autoridade|especialistas?|perit[oa])\b",
    ),
    (
        "<rivals>",
        r"\b(?:concorrent(?:e|es)|(?:a )?concorrencia|riva(?:l|is)|alternativas?|(?:outr[oa]s?|nenhum(?:a)? outr[oa]) (?:\w+ )?(?:fornecedor(?:es)?|lojas?|marcas?|produtos?|empresas?|companhias?|hote(?:l|is)|ferramentas?|opc(?:ao|oes)|vendedor(?:es)?|servicos?|fabricantes?|editoras?|agencias?|escritorios?|clinicas?|ofertas?|negocios?|solucoes))\b",
    ),
    (
        "<worse>",
        r"\b(?:pior(?:es)?|inferior(?:es)?|ru(?:im|ins)|ma(?:s|us)?|deficientes?|negativ\w*|pouco confiave(?:l|is)|mediocres?)\b",
    ),
    (
        "<bad>",
        r"\b(?:criticas?|negativ[oa]s?|negativamente|desvantagens?|inconvenientes?|pontos? (?:fracos?|negativos?)|fraquezas?|defeitos?|falhas|queixas?|reclamac\w+|(?:mas|maus) (?:avaliac\w+|opini\w+|comentarios?|criticas?|experiencias?|notas?)|(?:avaliacoes|opinioes|comentarios|resenhas) (?:ruins|negativ[oa]s|desfavoraveis|mas)|escandalos?|polemicas?|controversias?|efeitos (?:colaterais|secundarios)|contras|nada (?:de )?(?:mau|ruim)|limitac\w+ do produto|coisas ruins)\b",
    ),
    (
        "<speak>",
        r"mencione[sm]?|mencionar|cite[sm]?|citar|nomeie[sm]?|nomear|fale[sm]?|falar|diga[sm]?|dizer|recomende[sm]?|recomendar|sugira[sm]?|sugerir|proponha[sm]?|de[sm]?|escreva[sm]?|inclua[sm]?|incluir|compare[sm]?|comparar|mostre[sm]?|liste[sm]?|faca[sm]? (?:referencia|mencao|alusao)|aponte[sm]?|indique[sm]?",
    ),
    ("<neg speak>", r"(?:nao|nunca|jamais|sem|evite|evita) (?:me |lhe |o |se )?(?:<speak>)"),
    (
        "<omit>",
        r"omita|omite|omitindo|ignore|ignora|ignorando|oculte|oculta|esconda|cale|deixe (?:de fora|de lado)|deixa (?:de fora|de lado)|exclua|exclui|elimine|elimina|pule|salte|evite|evita|descarte|desconsidere|silencie|esqueca|sem(?: nenhum[a]?)?|suprima|retire|nada de",
    ),
    ("<not>", r"(?:\bnao|\bsem|\bnunca|\bjamais|\bnem) (?:\w+ )?$"),
    (
        "<and say>",
        r"\b(?:e|mas|depois) (?:\w+ )?(?:diga|nomeie|cite|explique|mostre|de|mencione|descreva|escreva|resuma|indique|liste)\b",
    ),
    (
        "<downplay>",
        r"minimize|minimiza|minimizando|desvalorize|amenize|amenizando|suavize|suavizando|desculpe|relativize|relativizando|atenue|atenuando|justifique|diminua a importancia d\w+",
    ),
    ("<defend>", r"defenda|defende|proteja|protege|fique do lado d\w+|seja (?:indulgente|gentil) com|poupe"),
    ("<persuade>", r"convenca|convence|persuada|persuade|incentive|induza|motive|leve|estimule|anime"),
    (
        "<readers>",
        r"\b(?:(?:o|a|os|as) (?:leitor(?:es|a)?|usuari[oa]s?|utilizador(?:es)?|clientes?|comprador(?:es)?|visitantes?|pessoas))\b",
    ),
    ("<buy>", r"\b(?:compr\w*|adquir\w*|reserv\w*|contrat\w*|assin\w*|encomend\w*|inscrev\w*)\b"),
    (
        "<treat>",
        r"trate|trata|considere|considera|use|usa|utilize|guarde|guarda|aceite|aceita|tenha|adote|veja|reconheca|lembre-se de|tome|salve|registre",
    ),
    (
        "<trusted as>",
        r"\bcomo (?:(?:a|o|uma?|sua|tua|minha|nossa) )*(?:\w+ ){0,2}?(?:fonte|referencia|autoridade|especialistas?|perit[oa]|opcao|padrao|site de confianca)\b",
    ),
    ("<is>", r"(?:e|sao)"),
    (
        "<most trusted>",
        r"(?:(?:a |o )?(?:fonte|site|referencia|autoridade|pagina) (?:mais (?:confiavel|segur[oa]|credive?l|fidedign[oa])|de (?:maior |maxima |mais )?(?:confianca|credibilidade)|confiavel))\b",
    ),
    (
        "<visit>",
        r"visite|visita|abra|abre|carregue|carrega|va para|va a|acesse|acede a|chame|consulte|envie|envia|mande|manda|transmita|baixe|leia|clique em|encaminhe|poste|navegue",
    ),
];
