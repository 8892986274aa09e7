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

/** Converts Arabic-Indic and Persian digits to ASCII. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) =>
    String((digit.codePointAt(0) ?? 0) & 0xf),
  );
}
