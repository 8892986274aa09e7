import { Problem } from '#shared/errors.ts';

/** Parses the ids in a path as numbers. Text that is not an id can't identify a record, so it is a 404. */
export function readPathParams(raw: Record<string, string | string[] | undefined>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, text]) => {
      if (typeof text !== 'string' || !/^[1-9]\d{0,14}$/.test(text)) throw new Problem('not_found');
      return [name, Number(text)];
    }),
  );
}
