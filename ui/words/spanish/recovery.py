"""The page before a table whose record is not whole, in Spanish."""

from ui.words.recovery import RecoveryWords

RECOVERY = RecoveryWords(
    title="Mesa {table}: alto. Su registro no está completo.",
    missing="Faltan {missing} de {promised} entradas en este disco.",
    in_copy="Todas están en la segunda copia: no se ha perdido nada.",
    in_neither="{gone} de ellas no están en ninguna copia. Llamar al floor.",
    asking="Preguntando al reloj qué tiene ...",
    clock_holds="El reloj tiene {held} entradas.",
    clock_more="El reloj tiene {held} entradas, más que aquí: preguntar antes a la dirección.",
    clock_silent="El reloj no contesta. Preguntar a la dirección qué tiene.",
    no_clock="No hay reloj configurado.",
    kept="Los archivos tal como se encontraron: {folder}",
    bring_back="RECUPERAR LAS {promised}",
    go_on="SEGUIR SIN ELLAS, DESDE LA ENTRADA {records}",
    sure="LO DICE EL FLOOR: SEGUIR SIN {gone} ENTRADAS",
    leave="DEJARLO COMO ESTÁ",
)
