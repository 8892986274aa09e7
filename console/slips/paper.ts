import { isId } from '../data/is-id.ts';

export const papers = ['a4', 'a5', '80mm'] as const;
export type Paper = (typeof papers)[number];
export const documentKinds = ['slip', 'invoice', 'pick'] as const;
type DocumentKind = (typeof documentKinds)[number];
/** The documents of one order. A pick list is one document for all orders. */
export type SlipKind = Exclude<DocumentKind, 'pick'>;

interface Sheet {
  widthMm: number;
  /** Null for a paper roll, because the printer cuts the roll after each order. */
  heightMm: number | null;
  marginMm: number;
}

const sheets: Readonly<Record<Paper, Sheet>> = {
  a4: { widthMm: 210, heightMm: 297, marginMm: 12 },
  a5: { widthMm: 148, heightMm: 210, marginMm: 8 },
  '80mm': { widthMm: 80, heightMm: null, marginMm: 4 },
};

export function printableMm(paper: Paper): number {
  const { widthMm, marginMm } = sheets[paper];
  return widthMm - 2 * marginMm;
}

const pxPerMm = 96 / 25.4;

/**
 * The `@page` rules for printing. Sheets have one rule for all orders. A roll has one rule per order, with that order's length.
 * `heights` contains each order's height on screen, in CSS pixels.
 */
export function pageRules(paper: Paper, heights: ReadonlyMap<number, number>): string[] {
  const { widthMm, heightMm, marginMm } = sheets[paper];
  if (heightMm !== null) return [`@page { size: ${widthMm}mm ${heightMm}mm; margin: ${marginMm}mm; }`];
  return [...heights].flatMap(([order, px]) => {
    // The length must exceed the width, because the printer would otherwise rotate the page.
    const lengthMm = Math.max(Math.ceil(px / pxPerMm) + 1, widthMm + 1);
    return [
      `@page order-${order} { size: ${widthMm}mm ${lengthMm}mm; margin: 0; }`,
      `.sheet[data-order='${order}'] { page: order-${order}; }`,
    ];
  });
}

/** Returns the default paper for an unknown name. */
export function paperNamed(name: string | null): Paper {
  return papers.find((paper) => paper === name) ?? 'a4';
}

export function kindNamed(name: string | null): DocumentKind {
  return documentKinds.find((kind) => kind === name) ?? 'slip';
}

/** Parses `1,2,3` and removes duplicates. */
export function orderIds(text: string | null): number[] {
  const ids = (text ?? '').split(',').map(Number);
  return [...new Set(ids.filter(isId))];
}
