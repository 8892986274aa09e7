import { orderIdOf } from '#services/orders/rules/order-number.ts';
import type { Manifest } from '../backup/manifest.ts';
import { OperatorError } from '../store-address.ts';
import { sequences, type IdsAfter } from './jumps.ts';

const names = Object.values(sequences).flat();

/** Reads `5000` for every kind of record, or `orders=5000` or `orders=7KQ2-M9TC` (an order's number) for one. Null if a text is invalid. */
export function readIdsAfter(texts: readonly string[]): IdsAfter | null {
  const of: Record<string, number> = {};
  let all: number | null = null;
  for (const text of texts) {
    const [, name, value = ''] = /^(?:(\w+)=)?(.+)$/.exec(text) ?? [];
    const id = idIn(value) ?? (name === 'orders' ? orderIdOf(value) : null);
    if (id === null || (name !== undefined && !names.includes(name))) return null;
    if (name === undefined) all = id;
    else of[name] = id;
  }
  return { all, of };
}

function idIn(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

export const idsAfterForms = `a number, or one with its kind: orders=5000 (${names.join(', ')})`;

/** Throws if the backup holds an id above the highest id that the operator stated. */
export function refuseTooLow({ all, of }: IdsAfter, { databases }: Pick<Manifest, 'databases'>): void {
  for (const { sequences: inBackup } of Object.values(databases)) {
    for (const [name, last] of Object.entries(inBackup)) {
      const stated = of[name] ?? all;
      if (stated === null || stated >= last) continue;
      throw new OperatorError(
        `--ids-after says that no id of ${name} was above ${stated}, and the backup knows ${last}. ` +
          `A number alone is of every kind of record; of one: --ids-after ${name}=N`,
      );
    }
  }
}
