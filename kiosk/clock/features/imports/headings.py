"""The column headings of player lists, in the languages that club software uses."""

from collections.abc import Sequence

from kiosk.structures.headings import plain

HEADINGS = {
    "name": "name namen nom naam nombre nombres nome",
    "full": "player players playername player'sname nameofplayer fullname names participant participantname entrant "
    "attendee attendeename guest contestant displayname spieler spielername vollername vollständigername teilnehmer "
    "teilnehmername gast vornamename vornamenachname vorundnachname vorundzuname firstlast firstnamelastname "
    "firstandlastname nameandsurname jugador jugadores participante nombrecompleto nombreyapellido nombreyapellidos "
    "nombreapellidos nombredeljugador joueur nomcomplet prénomnom prénometnom participant nomdujoueur speler deelnemer "
    "volledigenaam giocatore partecipante nomecompleto nomeecognome jogador",
    "turned": "namevorname nachnamevorname familiennamevorname zunamevorname lastfirst lastnamefirstname "
    "surnamefirstname surnamename apellidosynombre apellidosynombres apellidosnombre apellidoynombre nomprénom "
    "nometprénom cognomenome cognomeenome",
    "first": "first firstname firstnames forename forenames given givenname givennames christianname fname vorname "
    "vornamen primernombre nombredepila prénom prénoms voornaam",
    "call": "rufname callname",
    "middle": "middle middlename middlenames middleinitial secondgivenname zweitervorname zweitname segundonombre "
    "deuxièmeprénom",
    "infix": "infix nameprefix namenszusatz tussenvoegsel tussenvoegsels",
    "last": "last lastname surname surnames family familyname lname nachname nachnamen familienname zuname apellido "
    "apellidos primerapellido apellido1 apellidopaterno nomdefamille achternaam cognome sobrenome apelido apelidos",
    "last2": "segundoapellido apellido2 apellidomaterno",
    "member": "member memberid membernumber memberno membernr membershipid membershipnumber membershipno membership "
    "memberscard cardnumber cardno playerid playernumber playerno playernr customerid customernumber customerno "
    "licence license licencenumber licensenumber licenceno mitglied mitgliedsnummer mitgliedsnr mitgliednr "
    "mitgliedernummer mitgliedernr mitgliedsid kundennummer kundennr kartennummer spielernummer spielernr spielerid "
    "ausweisnummer ausweisnr lizenznummer lizenznr socio número socio númerosocio númerodesocio numsocio nosocio "
    "nsocio carné dni idjugador númerodejugador adhérent numéroadhérent numérodadhérent nadhérent noadhérent "
    "numérodemembre nmembre nlicence numérodelicence lidnummer tessera numerotessera",
    "number": "id number no nr num nummer numero número numéro n nro code",
}
"""The columns that we read, and their headings. A `name` without other name columns is a whole name. Next to a `first`
or `last` column, it is the other half. A `turned` column has the last name first.
"""
_KIND = {plain(word): kind for kind, words in HEADINGS.items() for word in words.split()}
_NAMES = {"name", "full", "turned", "first", "call", "last"}
SIGNS = {"#": "number", "№": "number", "n°": "number"}


def kinds(row: Sequence[str]) -> list[str]:
    """For each cell, the kind of column that it is a heading of, or an empty string for an unknown heading."""
    return [_kind(cell) for cell in row]


def heads_names(row: Sequence[str]) -> bool:
    """Whether a row contains headings for names."""
    return bool(_NAMES & set(kinds(row)))


def _kind(cell: str) -> str:
    said = cell.strip().rstrip(":*").strip().casefold()
    return SIGNS.get(said) or _KIND.get(plain(said), "") or _KIND.get(plain(said.partition("(")[0]), "")
