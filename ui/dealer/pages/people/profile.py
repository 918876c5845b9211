"""The dealer's preferences. Each touch takes effect immediately and is saved; AS BEFORE reverts all changes."""

from typing import Any, get_args

from msgspec.structs import replace

from ui.dealer.model.profile import TEXT, Profile, Sounds, ThemeName
from ui.dealer.model.taps import Prefer
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView, Picture
from ui.dealer.pages.page import Page, PageContext
from ui.words.languages import LANGUAGES, words_in
from ui.words.shapes import ButtonLabel

SOUNDS = Sounds.__struct_fields__


class ProfilePage(Page, frozen=True):
    """`before` is the profile as it was when the page was opened; None until something is changed."""

    before: Profile | None = None

    def show(self, context: PageContext) -> PageView:
        say, dealer = context.words.profile, context.table.dealer
        return PageView(
            name="profile",
            title=say.title.format(name=dealer) if dealer else say.title_table,
            lines=(LineView(say.help.format(name=dealer) if dealer else say.help_table),),
            grids=(
                GridView("profile-hand", 2, self._hands(context), weight=1.25),
                GridView("profile-text", 3, self._texts(context), weight=0.75),
                GridView("profile-theme", 3, self._themes(context), below=True),
                GridView("profile-language", len(LANGUAGES), self._languages(context)),
                GridView("profile-sounds", len(SOUNDS), self._sounds(context), below=True),
                GridView("profile-rest", 4, self._rest(context), below=True),
            ),
            full_width=True,
        )

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return before.table.dealer == after.table.dealer

    def _hands(self, context: PageContext) -> tuple[ButtonView, ...]:
        say, left = context.words.profile, _now(context).left_handed
        return (
            self._choice("profile-right", say.right, context, not left, "keys-right", left_handed=False),
            self._choice("profile-left", say.left, context, left, "keys-left", left_handed=True),
        )

    def _texts(self, context: PageContext) -> tuple[ButtonView, ...]:
        say, now = context.words.profile.texts, _now(context).text
        return tuple(self._choice(f"profile-text-{one}", say[one], context, now == one, one, text=one) for one in TEXT)

    def _themes(self, context: PageContext) -> tuple[ButtonView, ...]:
        say, now = context.words.profile.themes, _now(context).theme
        themes: tuple[ThemeName, ...] = get_args(ThemeName)
        return tuple(self._choice(f"profile-{one}", say[one], context, now == one, one, theme=one) for one in themes)

    def _languages(self, context: PageContext) -> tuple[ButtonView, ...]:
        now = _now(context).language
        names = {code: words_in(code).profile.this_language for code in LANGUAGES}
        return tuple(
            self._choice(f"profile-{code}", name, context, now == code, language=code) for code, name in names.items()
        )

    def _sounds(self, context: PageContext) -> tuple[ButtonView, ...]:
        say, now = context.words.profile.sounds, _now(context).sounds
        return tuple(
            self._choice(f"profile-sound-{name}", say[name], context, getattr(now, name),
                         sounds=replace(now, **{name: not getattr(now, name)}))
            for name in SOUNDS
        )  # fmt: skip

    def _rest(self, context: PageContext) -> tuple[ButtonView, ...]:
        say, now = context.words.profile, _now(context)
        back = Prefer(self.before, ProfilePage()) if self.before and self.before != now else None
        return (
            self._choice("profile-blinds", say.blinds, context, now.in_blinds, in_blinds=not now.in_blinds),
            self._choice("profile-slides", say.slides, context, now.slides, slides=not now.slides),
            self._speaks(context),
            ButtonView("profile-back", say.back.text, back, say.back.small, emphasis="quiet"),
        )

    def _speaks(self, context: PageContext) -> ButtonView:
        """Reading aloud; without a speech program, the button says that the machine cannot speak."""
        say, now = context.words.profile, _now(context)
        if context.surroundings.can_speak:
            return self._choice("profile-speaks", say.speaks, context, now.speaks, speaks=not now.speaks)
        return ButtonView("profile-speaks", say.speaks.text, None, say.speaks_not)

    def _choice(  # the only place where a choice is built
        self,
        name: str,
        says: ButtonLabel | str,
        context: PageContext,
        chosen: bool,
        picture: Picture = "",
        **changes: Any,
    ) -> ButtonView:
        now = _now(context)
        label = ButtonLabel(says, "") if isinstance(says, str) else says
        tap = Prefer(replace(now, **changes), ProfilePage(self.before or now))
        said = f"{label.text} {label.small}".strip()
        on = context.words.profile.on
        return ButtonView(name, label.text, tap, label.small, said=f"{said}, {on}" if chosen else said,
                          picture=picture, chosen=chosen)  # fmt: skip


def _now(context: PageContext) -> Profile:
    return context.surroundings.profile or Profile(language=context.words.language)
