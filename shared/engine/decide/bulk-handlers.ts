import type { Command, ServiceName } from '../../contracts/kit/define.ts';
import { doChunk, splitChunk, type ChunkWork, type Step } from './bulk-chunk.ts';
import {
  chunkCommand,
  chunkId,
  refusedStep,
  splitCommand,
  undoCommand,
  applyCommand,
  type BulkNeeds,
  type BulkTables,
  type BulkWork,
  type UndoneWork,
  type ChunkBody,
  type FollowUpBody,
} from './bulk-operation.ts';
import { selectionsOf, startOperation } from './bulk-start.ts';
import { recordIn, type Handler, type Tables } from './handler.ts';
import { ledgerRows, type Tracked } from './ledger.ts';
import { rehearsedStep, startApply } from './apply-rehearsal.ts';
import { restoreStep, rowsToRestore, startUndo } from './undo-operation.ts';

/** `works`: keyed by the type of the command that starts the work. `undone`: how to undo single commands, such as change sets. */
export function bulkHandlers<T extends Tables & BulkTables, Needs extends BulkNeeds>(
  service: ServiceName,
  works: Readonly<Record<string, BulkWork<T, Needs>>>,
  tracked: Tracked<T>,
  undone: Readonly<Record<string, UndoneWork<T, Needs>>> = {},
): Record<string, Handler<T, Needs, Command>> {
  const starts = Object.entries(works).map(([type, { table, startsAs }]): [string, OperationHandler] => [
    type,
    {
      needs: (command) => ({ selections: selectionsOf(command, table) }),
      decide: (state, command, { now }) => startOperation(state, command, now, startsAs),
    },
  ]);
  const operationHandlers: Record<string, OperationHandler> = {
    ...Object.fromEntries(starts),
    [applyCommand(service)]: followUp(startApply),
    [undoCommand(service)]: followUp(startUndo),
    [splitCommand]: {
      needs: ({ body }) => {
        const { operation, index } = body as ChunkBody;
        return { bulk: [operation], bulkChunks: [chunkId(operation, index)] };
      },
      decide: (state, { body }, { now }) => splitChunk(state, body as ChunkBody, now),
    },
  };
  return {
    ...(operationHandlers as unknown as Record<string, Handler<T, Needs, Command>>),
    [chunkCommand]: chunkHandler<T, Needs>({ ...works, ...undone }, tracked),
  };
}

/** Reads and writes only the engine's tables. */
type OperationHandler = Handler<BulkTables, BulkNeeds, Command>;

type KnownWork<T extends Tables, Needs> = UndoneWork<T, Needs> & Partial<Pick<BulkWork<T, Needs>, 'step'>>;

function chunkHandler<T extends Tables & BulkTables, Needs extends BulkNeeds>(
  works: Readonly<Record<string, KnownWork<T, Needs>>>,
  tracked: Tracked<T>,
): Handler<T, Needs, Command> {
  return {
    needs: ({ body }) => {
      const { operation, index, ids, refusal, undoes, ...of } = body as ChunkBody;
      // Looks up the kind of work here and not in `decide`. An unknown kind comes from a later release, so the command waits for
      // that release and does not count as faulty.
      const { table, needs } = knownWork(works, of);
      const chunks = [chunkId(operation, index), ...(undoes?.source === undefined ? [] : [undoes.source])];
      return {
        ...(refusal === undefined && needs(ids)),
        ...(undoes && rowsToRestore(table, { ids, undoes })),
        bulk: [operation],
        bulkChunks: chunks,
      } as Needs;
    },
    decide: (state, command, tools) => {
      const body = command.body as ChunkBody;
      const work = knownWork(works, body);
      const { table } = work;
      const rowsOf: ChunkWork<T>['rowsOf'] = (step, before) => {
        const read = (from: keyof T, id: number | string) => recordIn(before, from, id);
        const rows = ledgerRows(step, read, command, { tracked, now: tools.now });
        return rows.filter(({ _id }) => _id.startsWith(`${table}/`));
      };
      return doChunk(state, body, { ...work, step: stepOf(work, body), rowsOf }, tools);
    },
  };
}

function stepOf<T extends Tables & BulkTables, Needs>(
  work: KnownWork<T, Needs>,
  { operation, refusal, undoes }: ChunkBody,
): Step<T> {
  if (refusal !== undefined) return () => refusedStep(refusal);
  if (undoes) return restoreStep(work, undoes.source);
  if (!work.step) throw new Error(`Work that is done at once has no chunks: ${operation}`);
  return rehearsedStep(work.table, work.step);
}

/** For commands that apply or undo another operation: loads that operation with all its chunks. */
function followUp(decide: OperationHandler['decide']): OperationHandler {
  return {
    needs: ({ body }) => {
      const { operation } = body as FollowUpBody;
      return { bulk: [operation], bulkChunksOf: [operation] };
    },
    decide,
  };
}

function knownWork<Work>(
  works: Readonly<Record<string, Work>>,
  { type, work: kind = type }: Pick<ChunkBody, 'type' | 'work'>,
): Work {
  const work = works[kind];
  if (!work) throw new Error(`No bulk work of type ${kind}`);
  return work;
}
