/**
 * Whether a field may identify a person or contain text about a person. An erasure removes a personal field from records,
 * timelines and stored responses. Events never contain a personal field, so that their consumers need not remove it.
 * `optional`: events that an earlier release stored lack the field.
 */
export type Privacy = { personal: true; event: false } | { personal: false; event: boolean | 'optional' };

type Rows = Readonly<Record<string, Privacy>>;

/** The names of the fields (rows) whose value in this column, `personal` or `event`, is not `false`. */
export type NamesWith<R extends Rows, Column extends keyof Privacy> = {
  [Name in keyof R & string]: R[Name][Column] extends false ? never : Name;
}[keyof R & string];

export function namesWith<R extends Rows, Column extends keyof Privacy>(
  rows: R,
  column: Column,
): readonly NamesWith<R, Column>[] {
  return Object.keys(rows).filter((name) => rows[name]?.[column]) as NamesWith<R, Column>[];
}

export function shownIn<R extends Readonly<Record<string, { shows: unknown }>>, Name extends keyof R>(
  rows: R,
  names: readonly Name[],
) {
  const shown = names.map((name) => [name, rows[name]?.shows]);
  return Object.fromEntries(shown) as { [Each in Name]: R[Each]['shows'] };
}
