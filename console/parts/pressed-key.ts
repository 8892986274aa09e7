/** A `KeyboardEvent`, as far as it matters here. */
interface Press {
  key: string;
  code: string;
  shiftKey: boolean;
}

/** An Arabic keyboard writes other letters: then the place of the key tells which is meant. */
export function keyOf({ key, code, shiftKey }: Press): string {
  // While Caps Lock is on, the capitals of a scanner arrive as small letters, which would be shortcuts.
  if (/^[a-z]$/.test(key) && shiftKey) return key.toUpperCase();
  if (key.length > 1 || key.charCodeAt(0) < 128) return key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  if (code === 'Minus') return '-';
  if (!/^(Key[A-Z]|Digit\d)$/.test(code)) return key;
  // A scanner types capital letters, which are no shortcuts.
  return shiftKey ? code.slice(-1) : code.slice(-1).toLowerCase();
}

/**
 * The character that a scanner means; empty for a key that writes none. A scanner presses the keys of an English keyboard:
 * with an Arabic layout C and Shift write `}`, and B writes two letters.
 */
export function scannedCharacter(press: Press): string {
  const [, letter] = /^Key([A-Z])$/.exec(press.code) ?? [];
  if (letter !== undefined && !/^[a-z]$/i.test(press.key)) return letter;
  return press.key.length === 1 ? keyOf(press) : '';
}
