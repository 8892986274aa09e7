import { sendRequest } from '#tests/support/request.ts';
import type { ChaosStore } from './chaos-store.ts';
import { outcomeOf, type OperationBody } from './final-answer.ts';
import { operationOf, type Entry } from './ledger.ts';
import type { Resolved } from './oracle-data.ts';

const atOnce = 8;

/** Reads the operation of each write, even if the response never arrived. */
export async function resolveAll(
  store: Pick<ChaosStore, 'url' | 'idKeys' | 'token'>,
  entries: readonly Entry[],
): Promise<Map<Entry, Resolved>> {
  const resolved = new Map<Entry, Resolved>();
  const left = [...entries];
  const token = await store.token(null);
  const ask = async (): Promise<void> => {
    for (let entry = left.pop(); entry; entry = left.pop()) {
      const path = `/api/operations/${operationOf(entry, store.idKeys)}`;
      const answer = await sendRequest(store.url, 'GET', path, { token });
      if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}: ${answer.text}`);
      const { data } = answer.body as { data: OperationBody };
      resolved.set(entry, { status: data.status, outcome: outcomeOf(data), at: Date.now() });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return resolved;
}
