import { parsedNumber } from '../format/typed-number.ts';

/** A typed figure of an order, which is never negative. Null when the text is empty, undefined when it is not such a number. */
export function typedFigure(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const figure = parsedNumber(text);
  return figure === undefined || figure < 0 ? undefined : figure;
}

/** The typed number, or the text itself if it is none, so that the API reports the field. */
export function typedAmount(text: string): number | string {
  return typedFigure(text) ?? text;
}
