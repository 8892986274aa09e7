/** Invisible characters that Laravel's TrimStrings trims in addition to JavaScript's white space. */
const invisible =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u2065\u206a-\u206f\u2800\u3164\uffa0]/u;

/**
 * Returns a copy in which strings are trimmed and empty strings are null, as in Laravel. The copy's objects have no prototype.
 */
export function normaliseText(value: unknown): unknown {
  if (typeof value === 'string') return trimmed(value) || null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(normaliseText);
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [name, inner] of Object.entries(value)) copy[name] = normaliseText(inner);
  return copy;
}

/** Trims with loops, because a regular expression that ends in `+$` takes quadratic time for long runs of blanks. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** `known` caches for each UTF-16 unit whether it is blank, so that trimming a text of a million blanks is fast. */
const [unknown, blank, visible] = [0, 1, 2];
const known = new Uint8Array(0x1_00_00);

function isBlank(unit: number): boolean {
  if (known[unit] === unknown) {
    const character = String.fromCharCode(unit);
    known[unit] = character.trim() === '' || invisible.test(character) ? blank : visible;
  }
  return known[unit] === blank;
}
