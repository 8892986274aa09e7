interface Press {
  key: string;
  code: string;
  shiftKey: boolean;
}

/** The Latin key of an event. An Arabic layout produces other letters, so the key's position decides. */
export function keyOf({ key, code, shiftKey }: Press): string {
  // With Caps Lock on, a scanner's capitals arrive as small letters, which would act as shortcuts.
  if (/^[a-z]$/.test(key) && shiftKey) return key.toUpperCase();
  if (key.length > 1 || key.charCodeAt(0) < 128) return key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  if (code === 'Minus') return '-';
  if (!/^(Key[A-Z]|Digit\d)$/.test(code)) return key;
  // Scanners type capital letters, which must stay capital.
  return shiftKey ? code.slice(-1) : code.slice(-1).toLowerCase();
}

/**
 * The character that a scanner sent; empty for a key without one. A scanner presses the keys of an English keyboard: under an
 * Arabic layout, Shift and C produce `}`, and B produces two letters.
 */
export function scannedCharacter(press: Press): string {
  const [, letter] = /^Key([A-Z])$/.exec(press.code) ?? [];
  if (letter !== undefined && !/^[a-z]$/i.test(press.key)) return letter;
  return press.key.length === 1 ? keyOf(press) : '';
}
