import { refusedVersions, withChangesSince, type LedgerView } from '../../decide/changes-since.ts';
import type { BatchWork, Delivered } from '../../decide/decide-batch.ts';
import type { Command } from '../../../contracts/kit/define.ts';
import type { Tables, AddressedBy, Addressed } from '../../decide/handler.ts';
import { recordOfRow, type LedgerRow } from '../../decide/ledger-row.ts';
import type { Outcome } from '../../decide/outcome.ts';
import type { ProblemDetails } from '../../../contracts/errors.ts';
import type { Versions } from './ledger-model.ts';

export interface ChangesView<T extends Tables> extends LedgerView<T> {
  addressed: AddressedBy;
}

/** Reads the rows of the addressed record, or of its parent if the address has `within`; null if the parent is missing. */
export type ReadRows = (addressed: Addressed, versions: Versions) => Promise<FoundRows | null>;
export interface FoundRows {
  collection: string;
  id: number | string;
  rows: LedgerRow[];
}

/**
 * Adds to a 412 for `If-Match` the values changed since the client's version. Returns any other problem unchanged. `decided`:
 * ledger rows of the same batch, which are not written yet.
 */
export async function explainRefusal<T extends Tables>(
  problem: ProblemDetails,
  command: Command,
  { addressed, ...view }: ChangesView<T>,
  { read, decided = [] }: { read: ReadRows; decided?: readonly LedgerRow[] },
): Promise<ProblemDetails> {
  const versions = refusedVersions(problem, command.ifMatch);
  const to = versions && addressed(command);
  const found = to && (await read(to, versions));
  if (!found) return problem;
  const { collection, id, rows } = found;
  const fresh = decided.filter((row) => isOf(row, found) && row.kind !== 'noted');
  return withChangesSince(
    problem,
    [...rows, ...fresh],
    { collection, id, caller: command.caller, versions },
    view,
  );
}

function isOf(row: LedgerRow, { collection, id }: FoundRows): boolean {
  if (recordOfRow(row).subject === `${collection}/${id}`) return true;
  return collection === 'inventory' && row.stock?.some((move) => move.product_id === id) === true;
}

/** Applies `explainRefusal` to each outcome of the batch. */
export async function withExplainedRefusals<T extends Tables>(
  work: BatchWork<T>,
  deliveries: readonly Delivered[],
  from: ChangesView<T>,
  read: ReadRows,
): Promise<BatchWork<T>> {
  const explainedOutcomes = new Map<Outcome, Outcome>();
  for (const [index, result] of work.results.entries()) {
    const command = deliveries[index]?.command;
    if (result.kind !== 'decided' || result.replayed || !command || !('problem' in result.outcome)) continue;
    const { problem } = result.outcome;
    const explained = await explainRefusal(problem, command, from, { read, decided: work.ledger });
    if (explained !== problem)
      explainedOutcomes.set(result.outcome, { ...result.outcome, problem: explained });
  }
  if (explainedOutcomes.size === 0) return work;
  const as = <R extends { outcome: Outcome }>(one: R): R => ({
    ...one,
    outcome: explainedOutcomes.get(one.outcome) ?? one.outcome,
  });
  const results = work.results.map((result) => (result.kind === 'decided' ? as(result) : result));
  return { ...work, results, inbox: work.inbox.map(as) };
}
