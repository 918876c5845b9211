"""Examples of each command. They are shown under its help, and are the same in every language."""

EXAMPLES = {
    "dealer": ("kiosk dealer --settings table.toml",),
    "dealer --practice": ("kiosk dealer --practice --hands 5", "kiosk dealer --practice --step --language es"),
    "clock": ("kiosk clock --settings clock.toml",),
    "demo": ("kiosk demo", "kiosk demo --robot --no-browser", "kiosk demo --headless --hands 6 --json"),
    "simulate": ("kiosk simulate --players 40 --seed 7",),
    "replay": ("kiosk replay hands.phhs", "kiosk replay evening.ohh --book house.toml --json"),
    "ruling": ("kiosk ruling question.toml",),
    "history": ("kiosk history table.journal", "kiosk history table.journal --format ohh --out evening.ohh"),
    "restore": ("kiosk restore table.journal", "kiosk restore table.journal --all", "kiosk restore 7"),
    "backup": ("kiosk backup /media/backup --settings clock.toml",),
    "restore-clock": (
        "kiosk restore-clock /media/backup --settings clock.toml",
        "kiosk restore-clock table1.clock-backup table7.clock-backup",
    ),
    "recovery-code": ("kiosk recovery-code --settings clock.toml",),
    "rules": ("kiosk rules", "kiosk rules tda --html card.html"),
    "sheet": ("kiosk sheet director", "kiosk sheet dealer --html dealer.html --paper letter"),
    "structure": (
        "kiosk structure show club",
        "kiosk structure convert friday.tdt --to toml",
        "kiosk structure make --players 20 --hours 4 --chips 25,100,500,1000,5000",
    ),
    "staff": ("kiosk staff Ana --role floor",),
    "read": ("kiosk read table.png --show", "kiosk read cards.mp4 --json"),
    "room": ("kiosk room --settings clock.toml list", "kiosk room --settings clock.toml start"),
    "deck": ("kiosk deck check red.toml", "kiosk deck print --out stickers.pdf"),
    "doctor": ("kiosk doctor", "kiosk doctor --settings table.toml --live"),
    "bundle": ("kiosk bundle --settings table.toml", "kiosk bundle --settings clock.toml --out clock.zip"),
}
"""The examples by command."""
