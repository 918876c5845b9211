"""The page before a table whose record is not whole, in German."""

from ui.words.recovery import RecoveryWords

RECOVERY = RecoveryWords(
    title="Tisch {table}: halt. Das Protokoll ist nicht vollständig.",
    missing="{missing} von {promised} Einträgen fehlen auf diesem Datenträger.",
    in_copy="Alle stehen in der zweiten Kopie: nichts ist verloren.",
    in_neither="{gone} davon stehen in keiner der Kopien. Den Floor rufen.",
    asking="Die Uhr wird gefragt, was sie hat ...",
    clock_holds="Die Uhr hat {held} Einträge.",
    clock_more="Die Uhr hat {held} Einträge, mehr als hier sind: zuerst die Turnierleitung fragen.",
    clock_silent="Die Uhr antwortet nicht. Die Turnierleitung fragen, was sie hat.",
    no_clock="Keine Uhr ist eingestellt.",
    kept="Die Dateien, wie sie gefunden wurden: {folder}",
    bring_back="ALLE {promised} ZURÜCKHOLEN",
    go_on="OHNE SIE WEITER, AB EINTRAG {records}",
    sure="DER FLOOR SAGT ES: WEITER OHNE {gone} EINTRÄGE",
    leave="SO LASSEN",
)
