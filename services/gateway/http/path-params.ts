import { Problem } from '#shared/errors.ts';

/** The ids of a path as numbers; text that is no id names no record, so it is a 404. */
export function readPathParams(raw: Record<string, string | string[] | undefined>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, text]) => {
      if (typeof text !== 'string' || !/^[1-9]\d{0,14}$/.test(text)) throw new Problem('not_found');
      return [name, Number(text)];
    }),
  );
}
