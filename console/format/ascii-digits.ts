/** Converts Arabic-Indic and Persian digits to ASCII digits. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) =>
    String((digit.codePointAt(0) ?? 0) & 0xf),
  );
}
