"""The rule card, in German."""

from ui.words.rulecard import RuleCardWords

RULE_CARD = RuleCardWords(
    groups={
        "blinds": "Button, Blinds und Level",
        "betting": "Einsätze",
        "showdown": "Showdown und Pots",
        "chips": "Ansagen und Chips",
        "misdeals": "Fehler beim Geben",
        "floor": "Die Turnierleitung",
        "further": "Weitere Regeln",
    },
    titles={
        "first_button": "Erster Button",
        "button": "Weg des Buttons",
        "heads_up": "Heads-up",
        "short_blind": "Zu kleiner Big Blind",
        "antes": "Antes",
        "ante_order": "Ante und Blind eines Spielers",
        "straddle": "Straddle",
        "levels": "Dauer eines Levels",
        "new_level": "Neues Level",
        "betting": "Limit des Spiels",
        "in_turn": "Reihenfolge",
        "preflop_opener": "Erster vor dem Flop",
        "min_bet": "Kleinster Einsatz",
        "min_raise": "Kleinster Raise",
        "reopening": "Neu eröffnete Einsätze",
        "cap": "Höchstzahl der Raises",
        "cap_heads_up": "Höchstzahl zu zweit",
        "fold_unbet": "Fold ohne Einsatz davor",
        "uncalled": "Nicht bezahlter Einsatz",
        "showdown_first": "Wer zuerst zeigt",
        "all_in_shows": "Nach einem All-in",
        "muck": "Geschlagene Hand wegwerfen",
        "show_one": "Einem gezeigt",
        "play_board": "Mit dem Board spielen",
        "pots_shown": "Reihenfolge der Pots",
        "side_pots": "Side Pots",
        "odd_chips": "Unteilbare Chips",
        "verbal": "Ansage und Chips zugleich",
        "string_bet": "Einsatz in mehreren Bewegungen",
        "half_rule": "Halber Raise",
        "oversized_chip": "Ein zu großer Chip",
        "raise_word": '"Raise" und ein Chip',
        "multiple_chips": "Mehrere Chips ohne Ansage",
        "prior_chips": "Chips des früheren Einsatzes",
        "said_amount": "Angesagter Betrag",
        "ambiguous": "Mehrdeutiger Betrag",
        "wrong_word": "Falsches Wort",
        "calling": "Ein winziger Chip",
        "under_call": "Zu wenige Chips für den Call",
        "out_of_turn": "Handeln außer der Reihe",
        "fold_out_of_turn": "Fold außer der Reihe",
        "conditional": "Bedingte Ansage",
        "skipped": "Übergangener Spieler",
        "late_error": "Zu kleiner Einsatz, spät bemerkt",
        "splash": "In den Pot geworfene Chips",
        "chips_behind": "Chips hinter einem All-in",
        "misdeals": "Misdeal erklären",
        "substantial_action": "Wesentlich gespielt",
        "redeal": "Nach einem Misdeal",
        "first_card_exposed": "Offene erste Karten",
        "exposed_cards": "Andere offene Karten",
        "extra_card": "Eine Karte zu viel",
        "card_count": "Falsche Kartenzahl",
        "button_short": "Dem Button fehlen Karten",
        "missing_hand": "Spieler ohne Hand",
        "wrong_seat": "Karte am falschen Platz",
        "boxed_cards": "Offene Karten im Deck",
        "foreign_card": "Karte eines anderen Decks",
        "fouled_deck": "Doppelte Karte",
        "flop_count": "Flop mit vier Karten",
        "premature_flop": "Flop zu früh",
        "premature_card": "Turn oder River zu früh",
        "burns": "Burnkarten",
        "decisions": "Entscheidungen",
        "corrections": "Einspruch gegen eine Hand",
        "fold_undo": "Falsch getippter Fold",
        "absent": "Spieler nicht am Platz",
        "penalties": "Strafen",
        "disqualified": "Disqualifizierter Spieler",
        "chip_race": "Tausch kleiner Chips",
    },
    values={
        "first_button": {
            "placed": "setzt die Turnierleitung vor der ersten Hand",
            "high-card": "geht an die höchste gezogene Karte",
        },
        "button": {
            "dead": "Der Big Blind rückt immer weiter; Button und Small Blind dürfen auf einen leeren Platz fallen",
            "stays": "bleibt stehen, wenn ein Blind ausgeschieden ist",
            "moving": "geht immer zum nächsten Spieler",
        },
        "heads_up": {
            "button-posts-small": "Der Button zahlt den Small Blind, handelt vor dem Flop zuerst und danach zuletzt",
        },
        "short_blind": {
            "full-to-call": "Auch bei zu kleinem Big Blind kostet der Call den vollen Blind",
        },
        "antes": {
            "allowed": "sind erlaubt",
            "forbidden": "gibt es nicht",
        },
        "ante_order": {
            "blind-first": "Die Chips gehen zuerst in den Blind, dann in die Ante",
            "ante-first": "Die Chips gehen zuerst in die Ante, dann in den Blind",
        },
        "straddle": {
            "none": "nein, nur Blinds und Antes",
            "under-the-gun": "einer, links vom Big Blind",
        },
        "levels": {
            "minutes": "nach Zeit auf der Uhr",
            "hands": "nach Händen",
            "orbits": "nach Runden des Buttons",
        },
        "new_level": {
            "next-hand": "gilt ab der nächsten Hand",
        },
        "betting": {
            "no-limit": "No-Limit, bis zu allen Chips",
            "pot-limit": "Pot-Limit, höchstens der Pot",
            "fixed-limit": "Fixed-Limit, feste Beträge",
        },
        "in_turn": {
            "required": "Jeder handelt erst, wenn er an der Reihe ist",
        },
        "preflop_opener": {
            "left-of-big-blind": "links vom Big Blind",
            "left-of-small-blind": "links vom Small Blind",
        },
        "min_bet": {
            "big-blind": "der Big Blind, in jeder Runde",
            "doubles-on-turn": "der Big Blind, ab dem Turn das Doppelte",
        },
        "min_raise": {
            "last-increment": "um mindestens die größte volle Bet oder Erhöhung der Runde",
            "double": "auf mindestens das Doppelte",
        },
        "reopening": {
            "full-raise-faced": "Wer schon dran war, darf nur wieder erhöhen, wenn insgesamt ein voller Raise dazukam",
            "half-raise-faced": "Schon ein halber Raise eröffnet die Einsätze neu",
            "any-raise": "Jeder Raise eröffnet die Einsätze neu",
        },
        "cap": {
            "none": "keine",
            "three-raises": "eine Bet und drei Raises",
            "three-raises-in-limit": "eine Bet und drei Raises, nur im Limit",
        },
        "cap_heads_up": {
            "holds": "gilt auch zwischen zwei Spielern",
            "lifted": "entfällt zwischen zwei Spielern",
        },
        "fold_unbet": {
            "binding": "bindet",
            "refused": "ist nicht erlaubt",
        },
        "uncalled": {
            "returned": "geht zurück",
        },
        "showdown_first": {
            "last-aggressor": "wer am River zuletzt gesetzt oder erhöht hat, sonst der Erste links vom Button",
            "left-of-button": "der Erste links vom Button",
            "left-of-last-caller": "der Erste links vom letzten Caller",
        },
        "all_in_shows": {
            "must": "Alle lebenden Hände werden gezeigt",
            "may-muck": "Eine geschlagene Hand darf verdeckt weg",
        },
        "muck": {
            "allowed": "ohne All-in erlaubt",
            "forbidden": "nicht erlaubt, alle zeigen",
        },
        "show_one": {
            "show-all": "Was einer sah, sehen alle",
            "not-required": "Die anderen müssen es nicht sehen",
        },
        "play_board": {
            "tabling": "Beide Karten aufdecken",
            "declare-first": "Ansagen, bevor die Karten weg sind",
        },
        "pots_shown": {
            "side-first": "Side Pots zuerst",
            "main-first": "Main Pot zuerst",
        },
        "side_pots": {
            "each-by-itself": "jeder wird für sich geteilt",
        },
        "odd_chips": {
            "one-each": "je einer im Uhrzeigersinn ab dem Button",
            "all-to-first": "alle an den ersten Gewinner nach dem Button",
        },
        "verbal": {
            "beats-chips": "Was zuerst kommt, bindet; zugleich geht die klare Ansage vor",
        },
        "string_bet": {
            "first-motion-binds": "Ohne angesagten Betrag bindet die erste Bewegung",
            "announced-first": "Erst ansagen, dann setzen; sonst gilt die erste Bewegung",
        },
        "half_rule": {
            "half-completes": "Ab der Hälfte wird er voll gemacht, weniger ist ein Call",
        },
        "oversized_chip": {
            "call-unless-raise": "Ohne Ansage ein Call, ohne Einsatz davor eine Bet in voller Höhe",
            "call-before-flop": "Vor dem Flop ohne Ansage immer ein Call",
        },
        "raise_word": {
            "amount": "so viel, wie der Chip erlaubt",
            "minimum": "das Minimum",
        },
        "multiple_chips": {
            "remove-one-smallest": "Ein Call, wenn der kleinste Chip dafür nötig ist; sonst zählt der halbe Raise",
        },
        "prior_chips": {
            "combined-half-rule": "zählen mit den neuen zusammen",
        },
        "said_amount": {
            "total": "ist die Gesamthöhe, nicht die Erhöhung",
        },
        "ambiguous": {
            "highest-not-above-pot": "das Höchste, das nicht über dem Pot liegt",
        },
        "wrong_word": {
            "nearest-act": "Es gilt, was dem Wort am nächsten kommt: Call ohne Einsatz ist ein Check",
        },
        "calling": {
            "tiny-chip-to-floor": "Der Floor entscheidet, was er bedeutet",
        },
        "under_call": {
            "full-call-when-opening-or-heads-up": "Voller Call heads-up oder gegen die erste Bet; sonst der Floor",
        },
        "out_of_turn": {
            "binding-if-unchanged": "bindet, wenn sich der Einsatz bis dahin nicht ändert",
            "not-binding": "bindet nicht",
        },
        "fold_out_of_turn": {
            "binding": "bindet immer",
        },
        "conditional": {
            "floor-decides": "Der Floor entscheidet, ob sie bindet",
        },
        "skipped": {
            "until-substantial-action": "muss sich melden, bevor wesentlich gespielt wurde",
        },
        "late_error": {
            "until-next-street": "wird bis zu den nächsten Karten berichtigt, dann gilt er",
        },
        "splash": {
            "counted": "zählt der Floor, so gut es geht",
            "dead": "gehören dem Pot, wenn sie nicht zählbar sind",
        },
        "chips_behind": {
            "lost-not-won": "können verloren, aber nicht gewonnen werden",
        },
        "misdeals": {
            "dealer-or-floor": "nur der Dealer oder der Floor",
        },
        "substantial_action": {
            "tda-36": "zwei Aktionen, eine davon mit Chips, oder drei beliebige",
            "two-players": "zwei beliebige Aktionen",
        },
        "redeal": {
            "exact-replay": "dieselbe Hand noch einmal: Button, Spieler und Blinds bleiben",
        },
        "first_card_exposed": {
            "first-card": "Ist die erste Karte offen, ist es ein Misdeal",
            "first-two-cards": "Ist eine der ersten zwei offen, ist es ein Misdeal",
        },
        "exposed_cards": {
            "two-is-misdeal": "Eine wird ersetzt und ist die Burnkarte, zwei sind ein Misdeal",
        },
        "extra_card": {
            "misdeal": "ein Misdeal",
            "one-is-burned": "Beim ersten Spieler ist sie die Burnkarte, sonst Misdeal",
        },
        "card_count": {
            "misdeal": "ein Misdeal, außer am Button",
        },
        "button_short": {
            "completed": "Er bekommt sie, bis er handelt; danach ist die Hand tot",
        },
        "missing_hand": {
            "misdeal": "ein Misdeal, neu geben",
        },
        "wrong_seat": {
            "misdeal": "ein Misdeal vor wesentlicher Aktion",
        },
        "boxed_cards": {
            "two-is-misdeal": "Eine zählt nicht, zwei sind beim Geben ein Misdeal",
        },
        "foreign_card": {
            "misdeal": "ein Misdeal, wenn früh bemerkt",
        },
        "fouled_deck": {
            "all-returned": "Die Hand endet sofort, alle Einsätze gehen zurück",
        },
        "flop_count": {
            "redealt": "wird neu gegeben",
            "floor-picks-burn": "Der Floor wählt verdeckt die Burnkarte",
        },
        "premature_flop": {
            "reshuffled": "wird eingemischt und ohne Burnkarte neu gegeben",
        },
        "premature_card": {
            "robert": "Der Turn ist bis zum River aus dem Spiel und wird dann eingemischt",
            "tda-rp5": "wird eingemischt und ohne Burnkarte neu gegeben",
        },
        "burns": {
            "one-a-street": "eine vor jeder Runde; Fehler werden berichtigt, bis jemand handelt",
        },
        "decisions": {
            "floor-final": "Die des Floors sind endgültig",
        },
        "corrections": {
            "until-next-hand": "bis die nächste Hand beginnt",
        },
        "fold_undo": {
            "confirmed": "Rückfrage, bevor er zurückgenommen wird",
            "at-once": "wird sofort zurückgenommen",
        },
        "absent": {
            "killed": "Seine Hand ist tot, Blinds und Antes bleiben",
        },
        "penalties": {
            "hands": "werden in Händen gezählt",
            "rounds": "werden in Händen oder Runden gezählt",
        },
        "disqualified": {
            "chips-leave-play": "Seine Chips sind aus dem Spiel",
        },
        "chip_race": {
            "cards": "Um übrige Chips wird mit Karten gelost, höchstens einer pro Spieler",
            "round-up": "Jeder Rest wird aufgerundet",
        },
    },
    choice="{title}: {value}",
    not_in_document="nicht im Regelwerk; {clause}",
    marked="Mit † Markiertes steht nicht im Regelwerk; dort gilt das genannte Buch.",
)
