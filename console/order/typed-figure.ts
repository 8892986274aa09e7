import { parsedNumber } from '../format/typed-number.ts';

/** Parses a typed money figure of an order. Null if the text is empty, undefined if it is not a number of 0 or more. */
export function typedFigure(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const figure = parsedNumber(text);
  return figure === undefined || figure < 0 ? undefined : figure;
}

/** The typed number, or the text itself if it is not a number, so that the API reports the field. */
export function typedAmount(text: string): number | string {
  return typedFigure(text) ?? text;
}
