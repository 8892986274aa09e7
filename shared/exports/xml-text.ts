/** The maximum number of characters in a cell. */
const mostCharacters = 32_767;

/** Most texts need no escapes. */
const unusual = /[&<>"_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Cell text as XML; characters that XML cannot hold are written as spreadsheets write them, `_x0007_`. */
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
