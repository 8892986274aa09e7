import { useQuery } from '@tanstack/react-query';
import { operationsRead, StoreError } from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import { isEnded, type OperationRecord } from '../data/use-operation.ts';
import { useLanguage } from '../texts/language.tsx';

const everyMs = 1_000;

export type Undoing = 'undo' | 'redo';

export interface UndoStep {
  /** Whether this step applies (`redo`) or reverts (`undo`) the changes of the first operation. */
  act: Undoing;
  operation: OperationRecord;
}

interface UndoChain {
  /** The undo of this operation, then the redo of that undo, and so on. */
  steps: readonly UndoStep[];
  /**
   * The steps that can be undone now: the last step, and also the step before it if the last step failed for
   * some records.
   */
  open: readonly UndoStep[];
}

/** Finds an operation's undos and redos. In the API, a redo is the undo of an undo. Undefined while loading. */
export function useUndoChain(operation: OperationRecord): UndoChain | undefined {
  const client = useClient();
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: ['operations', operation.id, 'undo-chain', operation.undone_by, language],
    queryFn: async ({ signal }) => {
      const read = (id: string) =>
        operationsRead({ client, path: { id }, signal }).catch(undefinedWhenRefused);
      const depth = await depthOf(operation, read);
      const chain = [operation, ...(await undoesOf(operation, read))];
      return chain.map((each, index): UndoStep => ({
        act: (depth + index) % 2 === 0 ? 'redo' : 'undo',
        operation: each,
      }));
    },
    refetchInterval: ({ state }) =>
      state.data?.every(({ operation: each }) => isEnded(each)) === true ? false : everyMs,
  });
  if (data === undefined) return undefined;
  const [before, last] = [data.at(-2), data.at(-1)];
  const isPartial = (last?.operation.result?.refused ?? 0) > 0;
  return {
    steps: data.slice(1),
    open: [...(isPartial && before ? [before] : []), ...(last ? [last] : [])].filter(
      ({ operation: { undo_until: until } }) => isAhead(until),
    ),
  };
}

export function isAhead(until: string | null | undefined): until is string {
  return typeof until === 'string' && Date.parse(until) > Date.now();
}

type Read = (id: string) => Promise<OperationRecord | undefined>;

/** The number of undos between this operation and the original work. */
async function depthOf({ undoes }: OperationRecord, read: Read): Promise<number> {
  if (typeof undoes !== 'string') return 0;
  const undone = await read(undoes);
  return 1 + (undone === undefined ? 0 : await depthOf(undone, read));
}

async function undoesOf({ undone_by: undo }: OperationRecord, read: Read): Promise<OperationRecord[]> {
  const operation = typeof undo === 'string' ? await read(undo) : undefined;
  return operation === undefined ? [] : [operation, ...(await undoesOf(operation, read))];
}

/** Operations expire after seven days, so an operation in the chain may be missing. */
function undefinedWhenRefused(error: unknown): undefined {
  if (!(error instanceof StoreError)) throw error;
}
