/** What a cell of a sheet may hold. */
const mostCharacters = 32_767;

/** Nothing in most texts has to be written otherwise. */
const unusual = /[&<>"_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text of a cell as XML: what XML cannot hold is written as spreadsheets write it, `_x0007_`. */
export function xmlText(text: string): string {
  const cut = text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
  if (!unusual.test(cut)) return cut;
  return cut
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, codeOf)
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}

function codeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
