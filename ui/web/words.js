// The pages' texts: the catalog of the room's language, or of the one that the address requests (?lang=de).

const asked = new URLSearchParams(location.search).get("lang");
const words = await (await fetch(`/words.json${asked ? `?lang=${encodeURIComponent(asked)}` : ""}`)).json();

// The text at a path. Part of the path may be any code that a table sends.
const at = (path) => path.split(".").reduce((part, name) => (Object.hasOwn(part, name) ? part[name] : {}), words);

// The catalog's language. It is sent to the service, so that its answers are in the same language.
export const language = words.language;

// The browser's own form of that language, such as en-GB, for times of day and dates.
export const locale = navigator.languages.find((one) => one.split("-")[0] === language) ?? language;

export const knows = (path) => typeof at(path) === "string";

// The text at a path with its fields filled in. `count` also chooses the plural form.
export function say(path, fields = {}) {
  const text = at(path);
  const form = Array.isArray(text) ? text[pluralForm(fields.count)] : text;
  const filled = "count" in fields ? { ...fields, count: chips(fields.count) } : fields;
  return form.replace(/\{(\w+)\}/g, (_, name) => filled[name]);
}

// A reason from a table's record. A code has a text; a reason that a person typed stays as it is.
export const reasonText = (recorded) => (Object.hasOwn(words.reasons, recorded) ? words.reasons[recorded] : recorded);

// The catalog has a digit for each count below two hundred. Above that, the last two digits decide.
const pluralForm = (count) => Number(words.plural[count < 200 ? count : 100 + (count % 100)]);

export const chips = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, words.thousands);

const PHRASES = { "no clause": "none", "addendum to rule": "addendum" };

// A rule book's clause. A standard with a year is written in the catalog's words, as citation.py does.
export const cited = (clause) => clause.replace(/(?<=\d{4}:? )(no clause|addendum to rule|rules?)([^;]*)/g,
  (_, phrase, where) => say(`citing.${PHRASES[phrase] ?? phrase}`) + where.replace(" and ", ` ${say("citing.and")} `));

// The number that a person typed, with the language's thousands separators or without them. A comma or a point that does
// not group thousands begins the decimals. NaN if it is not a number.
export function typedNumber(text) {
  const plain = text.replace(/\s/g, "");
  const group = words.thousands.trim();
  const isGrouped = group && new RegExp(`^\\d{1,3}(\\${group}\\d{3})+([.,]\\d*)?$`).test(plain);
  return Number((isGrouped ? plain.replaceAll(group, "") : plain).replace(",", "."));
}

// A number with decimals, such as half minutes.
export const halves = (minutes) => String(minutes).replace(".", words.decimal);

const clocks = new Map(); // formatters by zone and weekday: making one takes as long as formatting a hundred texts

// A time of day in the room's zone. Shows the weekday if it is far off (more than half a day).
export function timeOfDay(wallMs, zone, isFar) {
  const kind = `${zone} ${isFar}`;
  if (!clocks.has(kind)) {
    /** @type {Intl.DateTimeFormatOptions} */
    const parts = { hour: hourDigits(), minute: "2-digit", timeZone: zone || undefined };
    clocks.set(kind, new Intl.DateTimeFormat(locale, isFar ? { weekday: "short", ...parts } : parts));
  }
  return clocks.get(kind).format(wallMs);
}

// Twelve hours are written "7:30 PM", and twenty-four "07:30".
function hourDigits() {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
  return hour12 ? "numeric" : "2-digit";
}

// An amount of money with its currency. `minor` is the amount in the minor unit, which has this many digits. An amount
// that is not whole is shown with all decimals.
export function money(minor, { currency, minor_digits: digits }) {
  const [whole, rest] = [chips(Math.trunc(minor / 10 ** digits)), minor % 10 ** digits];
  const amount = rest ? whole + words.decimal + String(rest).padStart(digits, "0") : whole;
  return currency ? `${amount}\u00a0${currency}` : amount;
}

// Fills in the page's own texts: an element names its text, and its label for screen readers.
export function sayPage() {
  document.documentElement.lang = words.language;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-label]")) element.ariaLabel = say(element.dataset.label);
}
