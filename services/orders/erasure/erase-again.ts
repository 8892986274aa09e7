import type { Command } from '#shared/contracts/kit/define.ts';
import type { Handler } from '#shared/engine/decide/handler.ts';
import type { Cause } from '#shared/engine/decide/bulk-operation.ts';
import type { OrdersNeeds, OrdersTables } from '../records/tables.ts';
import { personErased, type KeyOfExternal } from './erase-user.ts';

/** This internal command repeats the erasure of a person who exists again after a restore or a manual change. */
export const againCommand = 'erasure.again';

type Again = Command<typeof againCommand, Record<string, never>, { user: number }>;

/** Open orders do not block this erasure: they were closed before the first erasure, and staff must close them again. */
export function eraseAgain(keyOf: KeyOfExternal): Handler<OrdersTables, OrdersNeeds, Again> {
  return {
    needs: ({ body: { user = 0 } }) => ({
      users: [user],
      addressesOf: [user],
      carts: [user],
      viewsOfStaff: [true],
      erasures: [user],
    }),
    decide: (state, command, { now }) => {
      const user = state.users.get(command.body.user);
      return {
        answer: { status: 200 },
        ...(user ? personErased(state, user, { command, now, keyOf }) : { changes: [], events: [] }),
      };
    },
  };
}

export function erasingAgain(user: number, at: string): Again & Cause {
  const id = `erasure-again-${user}`;
  return {
    id,
    type: againCommand,
    params: {},
    body: { user },
    caller: { area: 'admin', subject: 'restore', userId: null },
    language: 'en',
    fingerprint: '',
    ifMatch: null,
    at,
    requestId: id,
    isOperation: false,
  };
}
