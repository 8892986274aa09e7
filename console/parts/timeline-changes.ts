import type { TimelineEntry } from '#clients/typescript/src/main.ts';

/** One field's old and new value. A side that is absent is not known. */
export interface ChangeLine {
  /** The line of an order that it belongs to. */
  item?: number;
  /** Without the line: `amount`, `address.city`, `en.name`. */
  field: string;
  from?: unknown;
  to?: unknown;
}

/** Fields by their dotted names, each from what to what. */
export type FieldChanges = TimelineEntry['changes'];

type Told = Pick<TimelineEntry, 'kind' | 'reason' | 'changes'>;
type Language = 'en' | 'ar';

const ofItem = /^items\.(\d+)\.(.+)$/;
const itemName = /^product\.(?:(en|ar)\.)?name$/;

/** What an entry says of the fields, without what its title, its reason or another field says already. */
export function changeLines({ kind, reason, changes }: Told, language: Language): ChangeLine[] {
  const names = Object.keys(changes);
  const isSaid = (field: string) => {
    if (field === 'status') return kind === 'status_changed';
    if (field === 'reject_reason') return reason !== null;
    if (field === 'address_id') return names.some((name) => name.startsWith('address.'));
    return field === 'user_id' && names.includes('user.name');
  };
  const isWhole = kind === 'created' || kind === 'deleted';
  return names
    .filter((name) => !isSaid(name))
    .flatMap((name): ChangeLine[] => {
      const change = isWhole ? onlySide(changes[name]) : (changes[name] ?? {});
      const [, item, field = name] = ofItem.exec(name) ?? [];
      if (item === undefined) return [{ ...change, field }];
      if (!/^product(_id$|\.)/.test(field)) return [{ ...change, field, item: Number(item) }];
      // The product as it was copied: its name stands for all of it, where it became another one.
      const isName = (itemName.exec(field)?.[1] ?? language) === language && itemName.test(field);
      const isReplaced = isSomething(change.from) && isSomething(change.to);
      return isName && isReplaced ? [{ ...change, field: 'product_id', item: Number(item) }] : [];
    });
}

/** What the lines of an order are called, by what entries say of them; the newest name holds. */
export function lineNames(
  entries: readonly Pick<TimelineEntry, 'changes'>[],
  language: Language,
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const [name, { from, to }] of entries.flatMap(({ changes }) => Object.entries(changes))) {
    const [, item, field = ''] = ofItem.exec(name) ?? [];
    const [isName, written = language] = itemName.exec(field) ?? [];
    const said = to ?? from;
    if (isName === undefined || written !== language || typeof said !== 'string') continue;
    if (!names.has(Number(item))) names.set(Number(item), said);
  }
  return names;
}

/** What a record began with, or ended with, was before or is now nothing. */
function onlySide({ from, to }: { from?: unknown; to?: unknown } = {}): { from?: unknown; to?: unknown } {
  return { to: to ?? from };
}

function isSomething(value: unknown): boolean {
  return value !== null && value !== undefined;
}
