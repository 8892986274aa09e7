import type { InboxRecord } from '#shared/engine/decide/outcome.ts';
import { decideBatch, type BatchWork, type Delivered } from '#shared/engine/decide/decide-batch.ts';
import {
  checksFirst,
  errorsOr,
  type Decision,
  type Handler,
  type State,
} from '#shared/engine/decide/handler.ts';
import type { EngineNeeds, EngineTables } from '#shared/engine/decide/resource.ts';
import type { Tracked } from '#shared/engine/decide/ledger.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { invalid, Problem } from '#shared/contracts/errors.ts';

/** A minimal service to test the command engine without real services: accounts are opened, paid into and closed. */

export interface Account {
  _id: number;
  version: number;
  balance: number;
}
// A type alias, because an interface is not assignable to an index signature.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type LedgerRecords = { accounts: Account };
export type LedgerTables = LedgerRecords & EngineTables;
export interface LedgerNeeds extends EngineNeeds {
  accounts?: number[];
}

interface Body {
  account: number;
  amount: number;
}
type LedgerHandler = Handler<LedgerTables, LedgerNeeds, Command<string, Record<string, number>, Body>>;

function put(account: Account, status: 200 | 201): Decision<LedgerTables> {
  return {
    answer: { status, version: account.version, data: { id: account._id, balance: account.balance } },
    changes: [{ table: 'accounts', put: account }],
    events: [{ type: 'ledger.account.changed.v1', subject: `accounts/${account._id}`, data: { ...account } }],
  };
}

function existing(state: State<LedgerTables>, id: number | undefined): Account {
  const account = state.accounts.get(id ?? 0);
  if (!account) throw new Problem('not_found');
  return account;
}

const paid = (account: Account, amount: number): Account => ({
  ...account,
  version: account.version + 1,
  balance: account.balance + amount,
});

const touches: LedgerHandler['needs'] = ({ body }) => ({
  accounts: [body.account ?? 0],
  sequences: ['accounts'],
});

export const ledgerHandlers: Readonly<Record<string, LedgerHandler>> = {
  open: {
    needs: () => ({ sequences: ['accounts'] }),
    decide: (_state, _command, { nextId }) => put({ _id: nextId('accounts'), version: 1, balance: 0 }, 201),
  },
  pay: checksFirst({
    needs: touches,
    check: (state, { body }) => {
      const account = existing(state, body.account);
      const isTooMuch = account.balance + (body.amount ?? 0) < 0;
      return errorsOr(isTooMuch ? [{ field: 'amount', rule: 'min' }] : [], account);
    },
    decide: (account, { body }) => put(paid(account, body.amount), 200),
  }),
  close: {
    needs: touches,
    decide: (state, { body }) => ({
      answer: { status: 204 },
      changes: [{ table: 'accounts', remove: existing(state, body.account)._id }],
      events: [],
    }),
  },
  /**
   * The response to the first caller contains a secret that is not stored. The outcome is replayed only while
   * the account is open.
   */
  reveal: {
    needs: touches,
    admits: (state, { body }) => {
      if (body.account === -1) throw new TypeError('a defect');
      existing(state, body.account);
    },
    decide: (state, { body }) => {
      const { answer, ...decision } = put(paid(existing(state, body.account), 0), 200);
      return { ...decision, answer: { ...answer, once: { secret: 'shown once' } } };
    },
  },
  /** A command whose check wrongly returns neither errors nor records. */
  forget: checksFirst({
    needs: touches,
    check: (state, { body }) => errorsOr([], state.accounts.get(body.account ?? 0)),
    decide: (account) => put(account, 200),
  }),
  /** A command that reserves an id and is then rejected. */
  refuse: {
    needs: touches,
    decide: (_state, _command, { nextId }) => {
      nextId('accounts');
      throw invalid({ field: 'amount', rule: 'in' });
    },
  },
  /** A command that reserves an id and then throws an unexpected error. */
  break: {
    needs: touches,
    decide: (_state, _command, { nextId }) => {
      nextId('accounts');
      throw new TypeError('a defect');
    },
  },
};

export const trackedInLedger: Tracked<LedgerTables> = { accounts: {} };

let lastCommand = 0;

export function ledgerCommand(type: string, body: Partial<Body> = {}, more: Partial<Command> = {}): Command {
  lastCommand += 1;
  return {
    id: `c-${lastCommand}`,
    type,
    params: {},
    body,
    language: 'en',
    fingerprint: `f-${lastCommand}`,
    caller: { area: 'client', subject: 'seven', userId: 7 },
    ifMatch: null,
    at: '2026-05-01T09:00:00.000Z',
    requestId: `r-${lastCommand}`,
    ...more,
  };
}

export const ledgerNow = '2026-05-01T10:00:00.000Z';

export function ledger(accounts: Account[] = [], lastId = 0): State<LedgerTables> {
  return {
    accounts: new Map(accounts.map((account) => [account._id, account])),
    counters: new Map(lastId === 0 ? [] : [['accounts', { _id: 'accounts', version: lastId }]]),
    bulk: new Map(),
    bulkChunks: new Map(),
    bulkPreviews: new Map(),
    ledgerRows: new Map(),
    selected: new Map(),
    deletions: new Map(),
    made: new Map(),
  };
}

export function decideLedger(
  state: State<LedgerTables>,
  commands: readonly (Command | Delivered)[],
  kept: readonly InboxRecord[] = [],
): BatchWork<LedgerTables> {
  const deliveries = commands.map((sent) => ('command' in sent ? sent : { command: sent, keepsInbox: true }));
  const inbox = new Map(kept.map((record) => [record._id, record]));
  return decideBatch(deliveries, state, inbox, ledgerHandlers as never, {
    now: ledgerNow,
    tracked: trackedInLedger,
  });
}
