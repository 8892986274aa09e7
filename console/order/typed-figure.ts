import { asciiDigits } from '../format/ascii-digits.ts';

/**
 * Parses a typed number in any digits, with a comma, a point or an Arabic separator. Null when the text is empty, undefined
 * when it is not a number.
 */
export function typedFigure(text: string): number | null | undefined {
  const plain = asciiDigits(text)
    .replaceAll(/[\s\u00a0\u202f\u066c]/gu, '')
    .replace(/[,\u066b]/u, '.');
  if (plain === '') return null;
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : undefined;
}

/** The typed number, or the text itself if it is none, so that the API reports the field. */
export function typedAmount(text: string): number | string {
  return typedFigure(text) ?? text;
}
