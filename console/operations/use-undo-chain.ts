import { useQuery } from '@tanstack/react-query';
import { operationsRead } from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import { isEnded, type OperationRecord } from '../data/use-operation.ts';
import { useLanguage } from '../texts/language.tsx';
import { readUndoChain, type UndoStep } from './undo-chain.ts';

const everyMs = 1_000;

interface UndoChain {
  /** The undo of this operation, then the redo of that undo, and so on. */
  steps: readonly UndoStep[];
  /**
   * The operations that can be undone now: the last one, and also the one before it if the last one failed for
   * some records.
   */
  open: readonly OpenStep[];
}

interface OpenStep extends UndoStep {
  /** The number of records that undoing the operation would change. */
  count: number;
}

/** Finds an operation's undos and redos. Undefined while loading. */
export function useUndoChain(operation: OperationRecord): UndoChain | undefined {
  const client = useClient();
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: ['operations', operation.id, 'undo-chain', operation.undone_by, language],
    queryFn: ({ signal }) =>
      readUndoChain(operation, (id) => operationsRead({ client, path: { id }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.every(({ operation: each }) => isEnded(each)) === true ? false : everyMs,
  });
  if (data === undefined) return undefined;
  const [before, last] = [data.at(-2), data.at(-1)];
  const { changed = 0, refused = 0 } = last?.operation.result ?? {};
  return {
    steps: data.slice(1),
    open: [
      // The records that the last operation could not change.
      ...(refused > 0 && before ? [{ ...before, count: refused }] : []),
      ...(last ? [{ ...last, count: changed }] : []),
    ].filter(({ operation: { undo_until: until } }) => isAhead(until)),
  };
}

export function isAhead(until: string | null | undefined): until is string {
  return typeof until === 'string' && Date.parse(until) > Date.now();
}
