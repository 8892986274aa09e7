import JsBarcode from 'jsbarcode';

/** Each side stays white by ten modules, so that a scanner finds the ends. */
const quietModules = 10;
/** Below this a usual scanner no longer tells bars apart. */
const narrowestMm = 0.19;
const widestMm = 0.33;

export interface Bars {
  /** From the left edge of the quiet zone. */
  bars: { x: number; width: number }[];
  modules: number;
  widthMm: number;
}

/** A number as its barcode has it. The store finds it in any case, and scanned small letters would press the console's keys. */
export function scannable(number: string): string {
  return number.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** An order's number as Code 128; null when it has characters that Code 128 has not, or is too long for the paper. */
export function code128(text: string, printableMm: number): Bars | null {
  const modules = modulesOf(text);
  if (modules === null) return null;
  const all = modules.length + 2 * quietModules;
  const moduleMm = Math.min(widestMm, printableMm / all);
  if (moduleMm < narrowestMm) return null;
  const bars = [...modules.matchAll(/1+/g)].map(({ 0: bar, index }) => {
    return { x: index + quietModules, width: bar.length };
  });
  return { bars, modules: all, widthMm: all * moduleMm };
}

/** `1` a black module, `0` a white one. */
function modulesOf(text: string): string | null {
  const drawn: { encodings?: { data: string }[] } = {};
  // Without `valid` it throws at what it cannot encode.
  JsBarcode(drawn, text, { format: 'CODE128', valid: () => undefined });
  const data = drawn.encodings?.map((part) => part.data).join('') ?? '';
  return data === '' ? null : data;
}
