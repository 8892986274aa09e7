import { Schema, type Model } from 'mongoose';
import type { Result } from '#shared/engine/decide/decide-batch.ts';
import type { Handler } from '#shared/engine/decide/handler.ts';
import { createBatchRunner, type BatchStore, type RunBatch } from '#shared/engine/commands/run-batch.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { createBatchStore } from '#shared/engine/commands/batch-store.ts';
import { engineModels, type EngineModels } from '#shared/engine/commands/engine-models.ts';
import type { EventRelay } from '#shared/engine/events/relay.ts';
import { buildIndexes } from '#shared/platform/mongo/build-indexes.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import {
  ledgerHandlers,
  trackedInLedger,
  type Account,
  type LedgerNeeds,
  type LedgerRecords,
  type LedgerTables,
} from '../../unit/support/ledger.ts';
import { openDatabase, openPrepared, quiet, type OwnDatabase, type PreparedDatabase } from './own-servers.ts';

export type LedgerStore = BatchStore<LedgerTables, LedgerNeeds>;

/** The sample service of tests/unit/support/ledger.ts, with its accounts in MongoDB. Batches run with the store's own code. */
export interface Ledger extends OwnDatabase {
  models: EngineModels & { accounts: Model<Account> };
  store: LedgerStore;
  /** A batch runner like that of a worker. `store` replaces its store, and `more` adds handlers. */
  runner: (
    store?: LedgerStore,
    more?: Readonly<Record<string, typeof poison>>,
    committed?: EventRelay['committed'],
  ) => RunBatch;
  balances: () => Promise<number[]>;
}

/** Creates an account that MongoDB rejects, because a unique index already contains its balance. */
const poison: Handler<LedgerTables, LedgerNeeds, Command> = {
  needs: () => ({ sequences: ['accounts'] }),
  decide: (_state, _command, { nextId }) => ({
    answer: { status: 201 },
    changes: [{ table: 'accounts', put: { _id: nextId('accounts'), version: 1, balance: -666 } }],
    events: [],
  }),
};

/** Creates an account that exceeds the document size limit. */
const swell: typeof poison = {
  needs: () => ({ sequences: ['accounts'] }),
  decide: (_state, _command, { nextId }) => {
    const ballast = { ballast: 'x'.repeat(17 * 1024 * 1024) };
    const put = { _id: nextId('accounts'), version: 1, balance: 0, ...ballast };
    return { answer: { status: 201 }, changes: [{ table: 'accounts', put }], events: [] };
  },
};

async function prepareLedger(database: Database): Promise<Ledger['models']> {
  const account = new Schema<Account>(
    { _id: Number, version: Number, balance: Number },
    { collection: 'accounts', versionKey: false },
  );
  // No rule checks that this balance is unique, so only the commit fails.
  account.index({ balance: 1 }, { unique: true, partialFilterExpression: { balance: -666 } });
  const accounts = database.model<Account>('Account', account);
  const models = { accounts, ...engineModels(database) };
  await buildIndexes(database);
  return models;
}

export async function openLedger(): Promise<Ledger> {
  return ledgerIn(await openPrepared(ledgerHandlers, prepareLedger));
}

/** Opens the same ledger through other connections. Closing it only disconnects. */
export async function openLedgerAgain({ database: { name } }: Ledger): Promise<Ledger> {
  const { database } = await openDatabase(name);
  return ledgerIn({ database, prepared: await prepareLedger(database), close: () => database.close() });
}

async function ledgerIn({ prepared: models, ...own }: PreparedDatabase<Ledger['models']>): Promise<Ledger> {
  const { database } = own;
  const { accounts } = models;
  await accounts.collection.updateOne(
    { _id: 1_000_000 as never },
    { $setOnInsert: { version: 1, balance: -666 } },
    { upsert: true },
  );
  const store: LedgerStore = createBatchStore<LedgerRecords, LedgerTables, LedgerNeeds>({
    database,
    source: '/ledger',
    resources: { accounts: { tracked: {} } },
    models: { accounts },
  });
  return {
    ...own,
    models,
    store,
    runner: (of = store, more = {}, committed = () => undefined) =>
      createBatchRunner({
        store: of,
        handlers: { ...ledgerHandlers, poison, swell, ...more },
        changesView: { tracked: trackedInLedger, addressed: () => null, decimals: 2 },
        committed,
        log: quiet,
        signal: new AbortController().signal,
        longestPauseMs: 50,
      }),
    balances: async () => {
      const accounts = await models.accounts
        .find({ balance: operator({ $gte: 0 }) })
        .sort({ _id: 1 })
        .lean();
      return accounts.map(({ balance }) => balance);
    },
  };
}

/** Statuses and error codes. `threw` stands for a command that the worker will retry. */
export function endsOf(results: readonly Result[]): (number | string)[] {
  return results.map((result) => {
    if (result.kind === 'threw') return 'threw';
    return 'problem' in result.outcome ? result.outcome.problem.code : result.outcome.status;
  });
}
