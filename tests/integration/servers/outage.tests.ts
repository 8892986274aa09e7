import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { createBatchStore } from '#shared/engine/commands/batch-store.ts';
import { connectDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { Delivered } from '#shared/engine/decide/decide-batch.ts';
import type { Handler } from '#shared/engine/decide/handler.ts';
import { isOwnFault } from '#shared/platform/mongo/faults.ts';
import {
  ledgerCommand,
  type Account,
  type LedgerNeeds,
  type LedgerRecords,
  type LedgerTables,
} from '../../unit/support/ledger.ts';
import { endsOf, openLedger, type Ledger, type LedgerStore } from '../support/ledger-store.ts';
import { quiet } from '../support/own-servers.ts';
import { pause } from '../../support/pause.ts';
import { servers } from './own-servers.ts';

describe('a database that denies access to the user of a worker', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger();
  });
  afterAll(async () => {
    await ledger.close();
  });

  const delivered = (...commands: Command[]): Delivered[] =>
    commands.map((command) => ({ command, keepsInbox: true }));
  const open = () => ledgerCommand('open');

  /** A ledger with the connection of another user, to whom the database can deny access. */
  function storeOf(database: Database): LedgerStore {
    const accounts = database.model<Account>('Account', ledger.models.accounts.schema);
    return createBatchStore<LedgerRecords, LedgerTables, LedgerNeeds>({
      database,
      source: '/ledger',
      resources: { accounts: {} },
      models: { accounts },
    });
  }

  test('a batch waits while its database user has no role, and commits once the role is restored', async () => {
    const name = 'outage';
    const operator = await mongoose.mongo.MongoClient.connect(servers.mongodbUri);
    const admin = operator.db(name);
    const roles = [{ role: 'readWrite', db: name }];
    await admin.command({ createUser: 'worker', pwd: 'secret', roles });
    const uri = new URL(servers.mongodbUri);
    uri.username = 'worker';
    uri.password = 'secret';
    uri.searchParams.set('authSource', name);
    const database = await connectDatabase(uri.href, name, quiet);
    const run = ledger.runner(storeOf(database));
    expect(endsOf(await run(delivered(open())))).toEqual([201]);

    await admin.command({ revokeRolesFromUser: 'worker', roles });
    let isDone = false;
    const results = run(delivered(open(), open(), open())).finally(() => (isDone = true));
    // Longer than the runner waits after an error with an unknown outcome: five times 50 ms.
    await pause(500);
    expect(isDone).toBe(false);
    await admin.command({ grantRolesToUser: 'worker', roles });
    expect(endsOf(await results)).toEqual([201, 201, 201]);
    await database.close();
    await operator.close();
  });

  test('a command that triggers an unknown database error fails, and the rest of its batch commits', async () => {
    // MongoDB rejects a document in an unknown language with an error code that the store does not handle specially.
    await ledger.models.accounts.collection.createIndex({ name: 'text' }, {}, {});
    const strange: Handler<LedgerTables, LedgerNeeds, Command> = {
      needs: () => ({ sequences: ['accounts'] }),
      decide: (_state, _command, { nextId }) => {
        const account = { _id: nextId('accounts'), version: 1, balance: 0, language: 'unheard-of' };
        return { answer: { status: 201 }, changes: [{ table: 'accounts', put: account }], events: [] };
      },
    };
    const run = ledger.runner(ledger.store, { strange });
    const results = await run(delivered(open(), ledgerCommand('strange'), open()));
    expect(endsOf(results)).toEqual([201, 'threw', 201]);
    const [, failed] = results;
    expect(failed?.kind === 'threw' && isOwnFault(failed.error)).toBe(false);
  });
});
