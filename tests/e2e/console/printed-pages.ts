import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** A printed page, in millimetres. */
export interface PrintedPage {
  width: number;
  height: number;
  /** The distances from the page's left edge to the leftmost and the rightmost printed point. */
  ink: { left: number; right: number };
  /** The size of the smallest letters, in points. Chromium shrinks a page if its text is wider than the paper. */
  smallestText: number;
}

/** The pages of the PDF that Chromium prints. The PDF has one content stream per page, in the sequence of the pages. */
export async function printedPages(page: Page): Promise<PrintedPage[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const text = pdf.toString('latin1');
  return [...text.matchAll(/\/Type\s*\/Page\b(?!s)[^]*?endobj/g)].map(([page]) => {
    const [, box = ''] = /\/MediaBox\s*\[([^\]]*)\]/.exec(page) ?? [];
    const [, , width = 0, height = 0] = box.trim().split(' ').map(Number);
    const [, contents = ''] = /\/Contents (\d+) 0 R/.exec(page) ?? [];
    const { marks, textSizes } = drawnBy(streamOf(pdf, text, contents));
    return {
      width: Math.round(toMm(width)),
      height: Math.round(toMm(height)),
      ink: { left: toMm(Math.min(...marks)), right: toMm(Math.max(...marks)) },
      smallestText: Math.min(...textSizes),
    };
  });
}

function streamOf(pdf: Buffer, text: string, object: string): string {
  const begin = text.search(new RegExp(`(^|\\n)${object} 0 obj`));
  const from = text.indexOf('stream', begin) + 'stream\n'.length;
  // Compressed bytes can contain any word, "endstream" included.
  const head = text.slice(begin, from);
  const [, length] = /\/Length (\d+)/.exec(head) ?? [];
  try {
    return inflateSync(pdf.subarray(from, from + Number(length))).toString('latin1');
  } catch (error) {
    throw new Error(`The stream of object ${object} cannot be read, whose dictionary is ${head}`, {
      cause: error,
    });
  }
}

/** The horizontal scale and shift. Printed pages are neither rotated nor skewed. */
interface Scale {
  by: number;
  from: number;
}

/** The positions of letters and paths, in points from the left edge, and the text sizes. White elements do not count. */
function drawnBy(content: string): { marks: number[]; textSizes: number[] } {
  const marks: number[] = [];
  const textSizes: number[] = [];
  const kept: Scale[] = [];
  let scale: Scale = { by: 1, from: 0 };
  let path: number[] = [];
  let letter = 0;
  let isWhite = false;
  const at = (x: number) => x * scale.by + scale.from;
  let operands: number[] = [];
  for (const token of content.match(/<<[^]*?>>|<[^>]*>|\([^)]*\)|\[[^\]]*\]|[^\s<(\[]+/g) ?? []) {
    const number = Number(token);
    if (!Number.isNaN(number)) {
      operands.push(number);
      continue;
    }
    // Skips the codes of glyphs and the names of fonts, which are not numbers.
    const [first = 0, , third = 0, , fifth = 0] = operands;
    if (token === 'q') kept.push(scale);
    else if (token === 'Q') scale = kept.pop() ?? scale;
    else if (token === 'cm') scale = { by: first * scale.by, from: at(fifth) };
    else if (token === 're') path.push(at(first), at(first + third));
    else if (token === 'rg') isWhite = operands.every((part) => part === 1);
    else if (token === 'm' || token === 'l') path.push(at(first));
    else if (token === 'c') path.push(at(fifth));
    else if (token === 'n') path = [];
    else if (/^([fFSsBb]\*?)$/.test(token)) {
      if (!isWhite) marks.push(...path);
      path = [];
    } else if (token === 'Tm') letter = fifth;
    else if (token === 'Td') letter += first;
    else if (token === 'Tf') textSizes.push(first * Math.abs(scale.by));
    else if (token === 'Tj') marks.push(at(letter));
    if (!token.startsWith('/')) operands = [];
  }
  return { marks, textSizes };
}

function toMm(points: number): number {
  return (points / 72) * 25.4;
}
