import { asciiDigits } from '../format/ascii-digits.ts';

/**
 * What somebody typed, as a number that can be sent: digits of any keyboard, a comma or an Arabic separator too. `null`:
 * nothing was typed; undefined: that is no number.
 */
export function typedFigure(text: string): number | null | undefined {
  const plain = asciiDigits(text)
    .replaceAll(/[\s\u00a0\u202f\u066c]/gu, '')
    .replace(/[,\u066b]/u, '.');
  if (plain === '') return null;
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : undefined;
}
