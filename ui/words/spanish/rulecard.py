"""The rule card, in Spanish."""

from ui.words.rulecard import RuleCardWords

RULE_CARD = RuleCardWords(
    groups={
        "blinds": "Botón, ciegas y niveles",
        "betting": "Apuestas",
        "showdown": "Showdown y botes",
        "chips": "Palabras y fichas",
        "misdeals": "Errores al repartir",
        "floor": "El floor",
        "further": "Otras reglas",
    },
    titles={
        "first_button": "Primer botón",
        "button": "Avance del botón",
        "heads_up": "Mano a mano",
        "short_blind": "Ciega grande incompleta",
        "antes": "Antes",
        "ante_order": "Ante y ciega de un jugador",
        "straddle": "Straddle",
        "levels": "Duración de un nivel",
        "new_level": "Nuevo nivel",
        "betting": "Límite del juego",
        "in_turn": "Orden de juego",
        "preflop_opener": "Primero antes del flop",
        "min_bet": "Apuesta mínima",
        "min_raise": "Raise mínimo",
        "reopening": "Reabrir las apuestas",
        "cap": "Tope de raises",
        "cap_heads_up": "Tope entre dos",
        "fold_unbet": "Fold sin nada que pagar",
        "uncalled": "Apuesta no pagada",
        "showdown_first": "Quién enseña primero",
        "all_in_shows": "Tras un all-in",
        "muck": "Tirar una mano perdida",
        "show_one": "Enseñada a uno",
        "play_board": "Jugar el board",
        "pots_shown": "Orden de los botes",
        "side_pots": "Botes laterales",
        "odd_chips": "Fichas sobrantes",
        "verbal": "Palabra y fichas a la vez",
        "string_bet": "Apuesta en varios gestos",
        "half_rule": "Medio raise",
        "oversized_chip": "Una ficha de más valor",
        "raise_word": '"Raise" y una ficha',
        "multiple_chips": "Varias fichas sin palabra",
        "prior_chips": "Fichas de antes",
        "said_amount": "Cantidad dicha",
        "ambiguous": "Cantidad dudosa",
        "wrong_word": "Palabra equivocada",
        "calling": "Una ficha mínima",
        "under_call": "Fichas de menos para el call",
        "out_of_turn": "Acción fuera de turno",
        "fold_out_of_turn": "Fold fuera de turno",
        "conditional": "Palabra con condición",
        "skipped": "Jugador saltado",
        "late_error": "Apuesta pequeña, vista tarde",
        "splash": "Fichas tiradas al bote",
        "chips_behind": "Fichas detrás de un all-in",
        "misdeals": "Declarar misdeal",
        "substantial_action": "Acción sustancial",
        "redeal": "Tras un misdeal",
        "first_card_exposed": "Primeras cartas a la vista",
        "exposed_cards": "Otras cartas a la vista",
        "extra_card": "Una carta de más",
        "card_count": "Número de cartas equivocado",
        "button_short": "Al botón le faltan cartas",
        "missing_hand": "Jugador sin mano",
        "wrong_seat": "Carta al asiento equivocado",
        "boxed_cards": "Cartas boca arriba en la baraja",
        "foreign_card": "Carta de otra baraja",
        "fouled_deck": "Carta repetida",
        "flop_count": "Flop de cuatro",
        "premature_flop": "Flop prematuro",
        "premature_card": "Turn o river prematuro",
        "burns": "Quemadas",
        "decisions": "Decisiones",
        "corrections": "Reclamar una mano",
        "fold_undo": "Fold tocado por error",
        "absent": "Jugador ausente",
        "penalties": "Sanciones",
        "disqualified": "Jugador descalificado",
        "chip_race": "Cambio de fichas chicas",
    },
    values={
        "first_button": {
            "placed": "lo coloca el personal antes de la primera mano",
            "high-card": "para la carta más alta",
        },
        "button": {
            "dead": "la ciega grande siempre avanza; el botón y la ciega pequeña pueden caer en un asiento vacío",
            "stays": "no se mueve si cae una ciega",
            "moving": "pasa siempre al siguiente jugador",
        },
        "heads_up": {
            "button-posts-small": "el botón pone la ciega pequeña, habla primero antes del flop y último después",
        },
        "short_blind": {
            "full-to-call": "aunque la ciega grande no llegue, el call cuesta la ciega completa",
        },
        "antes": {
            "allowed": "se permiten",
            "forbidden": "no hay",
        },
        "ante_order": {
            "blind-first": "las fichas van primero a la ciega, luego al ante",
            "ante-first": "las fichas van primero al ante, luego a la ciega",
        },
        "straddle": {
            "none": "no, solo ciegas y antes",
            "under-the-gun": "uno, a la izquierda de la ciega grande",
        },
        "levels": {
            "minutes": "por tiempo de reloj",
            "hands": "por manos",
            "orbits": "por vueltas del botón",
        },
        "new_level": {
            "next-hand": "rige desde la mano siguiente",
        },
        "betting": {
            "no-limit": "sin límite, hasta todas las fichas",
            "pot-limit": "límite del bote, como mucho el bote",
            "fixed-limit": "límite fijo, cantidades fijas",
        },
        "in_turn": {
            "required": "cada uno habla en su turno",
        },
        "preflop_opener": {
            "left-of-big-blind": "a la izquierda de la ciega grande",
            "left-of-small-blind": "a la izquierda de la ciega pequeña",
        },
        "min_bet": {
            "big-blind": "la ciega grande, en cada ronda",
            "doubles-on-turn": "la ciega grande, el doble desde el turn",
        },
        "min_raise": {
            "last-increment": "al menos lo que subió el mayor bet o raise completo de la ronda",
            "double": "al menos el doble de la última apuesta",
        },
        "reopening": {
            "full-raise-faced": "quien ya habló solo puede subir si en total hay un raise completo más",
            "half-raise-faced": "medio raise ya reabre las apuestas",
            "any-raise": "cualquier raise reabre las apuestas",
        },
        "cap": {
            "none": "ninguno",
            "three-raises": "un bet y tres raises",
            "three-raises-in-limit": "un bet y tres raises, solo en límite",
        },
        "cap_heads_up": {
            "holds": "vale también entre dos jugadores",
            "lifted": "no rige entre dos jugadores",
        },
        "fold_unbet": {
            "binding": "obliga",
            "refused": "no se permite",
        },
        "uncalled": {
            "returned": "se devuelve",
        },
        "showdown_first": {
            "last-aggressor": "el último que apostó en el river; si no, el primero a la izquierda del botón",
            "left-of-button": "el primero a la izquierda del botón",
            "left-of-last-caller": "el primero a la izquierda del último que pagó",
        },
        "all_in_shows": {
            "must": "se enseñan todas las manos vivas",
            "may-muck": "una mano perdida puede tirarse sin ver",
        },
        "muck": {
            "allowed": "permitido si no hay all-in",
            "forbidden": "no se permite, todos enseñan",
        },
        "show_one": {
            "show-all": "lo que vio uno lo ven todos",
            "not-required": "los demás no tienen que verla",
        },
        "play_board": {
            "tabling": "hay que enseñar ambas cartas",
            "declare-first": "hay que decirlo antes de tirar las cartas",
        },
        "pots_shown": {
            "side-first": "primero los botes laterales",
            "main-first": "primero el bote principal",
        },
        "side_pots": {
            "each-by-itself": "cada uno se reparte por separado",
        },
        "odd_chips": {
            "one-each": "una a cada uno desde la izquierda del botón",
            "all-to-first": "todas al primer ganador desde la izquierda del botón",
        },
        "verbal": {
            "beats-chips": "obliga lo primero; a la vez, gana la palabra clara",
        },
        "string_bet": {
            "first-motion-binds": "sin cantidad dicha obliga el primer gesto",
            "announced-first": "primero se dice; si no, vale el primer gesto",
        },
        "half_rule": {
            "half-completes": "desde la mitad se completa; menos es un call",
        },
        "oversized_chip": {
            "call-unless-raise": "sin decir nada es un call; sin apuesta previa, un bet por su valor",
            "call-before-flop": "antes del flop, sin decir nada, siempre un call",
        },
        "raise_word": {
            "amount": "tanto como la ficha permite",
            "minimum": "el mínimo",
        },
        "multiple_chips": {
            "remove-one-smallest": "un call si la menor hace falta para él; si no, cuenta el medio raise",
        },
        "prior_chips": {
            "combined-half-rule": "cuentan junto con las nuevas",
        },
        "said_amount": {
            "total": "es el total, no lo que se añade",
        },
        "ambiguous": {
            "highest-not-above-pot": "la mayor que no pasa del bote",
        },
        "wrong_word": {
            "nearest-act": "vale lo más parecido: call sin apuesta es un check",
        },
        "calling": {
            "tiny-chip-to-floor": "el floor decide qué significa",
        },
        "under_call": {
            "full-call-when-opening-or-heads-up": "call completo entre dos o ante la primera apuesta; si no, el floor",
        },
        "out_of_turn": {
            "binding-if-unchanged": "obliga si la apuesta no cambia",
            "not-binding": "no obliga",
        },
        "fold_out_of_turn": {
            "binding": "obliga siempre",
        },
        "conditional": {
            "floor-decides": "el floor decide si obliga",
        },
        "skipped": {
            "until-substantial-action": "debe avisar antes de que haya acción sustancial",
        },
        "late_error": {
            "until-next-street": "se corrige hasta las siguientes cartas; luego vale",
        },
        "splash": {
            "counted": "las cuenta el floor como pueda",
            "dead": "son del bote si no se pueden contar",
        },
        "chips_behind": {
            "lost-not-won": "se pueden perder, no ganar",
        },
        "misdeals": {
            "dealer-or-floor": "solo el dealer o el floor",
        },
        "substantial_action": {
            "tda-36": "dos acciones, una con fichas, o tres cualesquiera",
            "two-players": "dos acciones cualesquiera",
        },
        "redeal": {
            "exact-replay": "la misma mano otra vez: botón, jugadores y ciegas iguales",
        },
        "first_card_exposed": {
            "first-card": "si se ve la primera carta, es misdeal",
            "first-two-cards": "si se ve una de las dos primeras, es misdeal",
        },
        "exposed_cards": {
            "two-is-misdeal": "una se cambia y es la quemada; dos son misdeal",
        },
        "extra_card": {
            "misdeal": "misdeal, se reparte de nuevo",
            "one-is-burned": "en el primer jugador es la quemada; si no, misdeal",
        },
        "card_count": {
            "misdeal": "misdeal, salvo en el botón",
        },
        "button_short": {
            "completed": "se completan hasta que hable; después, mano muerta",
        },
        "missing_hand": {
            "misdeal": "misdeal, se reparte de nuevo",
        },
        "wrong_seat": {
            "misdeal": "misdeal antes de acción sustancial",
        },
        "boxed_cards": {
            "two-is-misdeal": "una no cuenta; dos al repartir son misdeal",
        },
        "foreign_card": {
            "misdeal": "misdeal si se ve pronto",
        },
        "fouled_deck": {
            "all-returned": "la mano se para y vuelven todas las apuestas",
        },
        "flop_count": {
            "redealt": "se reparte de nuevo",
            "floor-picks-burn": "el floor elige boca abajo la quemada",
        },
        "premature_flop": {
            "reshuffled": "se baraja y se reparte otro sin quemar",
        },
        "premature_card": {
            "robert": "el turn queda fuera hasta el river y luego se baraja",
            "tda-rp5": "se baraja y se reparte otra sin quemar",
        },
        "burns": {
            "one-a-street": "una antes de cada ronda; se corrige hasta que alguien hable",
        },
        "decisions": {
            "floor-final": "las del floor son definitivas",
        },
        "corrections": {
            "until-next-hand": "hasta que empiece la siguiente",
        },
        "fold_undo": {
            "confirmed": "se pregunta antes de deshacerlo",
            "at-once": "se deshace enseguida",
        },
        "absent": {
            "killed": "su mano muere; ciegas y antes se quedan",
        },
        "penalties": {
            "hands": "se cuentan en manos",
            "rounds": "se cuentan en manos o en vueltas",
        },
        "disqualified": {
            "chips-leave-play": "sus fichas salen del juego",
        },
        "chip_race": {
            "cards": "las sobrantes se sortean con cartas, una por jugador como mucho",
            "round-up": "todo resto se redondea hacia arriba",
        },
    },
    choice="{title}: {value}",
    not_in_document="no está en el reglamento; {clause}",
    marked="Lo marcado con † no está en el reglamento; ahí rige el libro indicado.",
)
