import { asciiDigits } from './ascii-digits.ts';

/** Spaces, the Arabic thousands separator, and the invisible marks that a copied amount may contain. */
const ignored = /[\s\u00a0\u202f\u066c\u061c\u200e\u200f\u2066-\u2069]/gu;

/**
 * Parses a typed number in any digits, with a comma, a point or an Arabic separator, and a sign as `-` or
 * `−`. Undefined if the text is not a number or is ambiguous: some readers read `1,000` as a thousand and
 * others as one.
 */
export function parsedNumber(text: string): number | undefined {
  const plain = asciiDigits(text)
    .replaceAll(ignored, '')
    .replaceAll('\u066b', '.')
    .replace('\u2212', '-')
    .replace(/^\+/, '');
  if (/^-?[1-9]\d{0,2},\d{3}$/.test(plain)) return undefined;
  const isGrouped = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain);
  const figure = isGrouped ? plain.replaceAll(',', '') : plain.replace(',', '.');
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(figure) ? Number(figure) : undefined;
}

/** The typed number, or the text itself if it is not a number, so that the API reports the field. */
export function typedNumber(text: string): number | string {
  return parsedNumber(text) ?? text;
}
