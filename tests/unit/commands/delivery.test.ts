import { describe, expect, test } from '@jest/globals';
import { createReleaseCheck } from '#shared/engine/commands/delivery.ts';
import type { Delivered } from '#shared/engine/decide/decide-batch.ts';
import { ledgerCommand } from '../support/ledger.ts';

const isOfLaterRelease = createReleaseCheck(
  { open: {}, pay: {}, 'a.b.c.v1': {} },
  { open: {}, pay: { version: 3 } },
);

function command(type: string, version?: number): Delivered {
  return { command: { ...ledgerCommand(type), ...(version !== undefined && { version }) }, keepsInbox: true };
}
function event(type: string): Delivered {
  return { command: ledgerCommand(type), keepsInbox: false };
}

describe('messages from a later release', () => {
  test.each<[string, Delivered]>([
    ['a command with a higher version than declared', command('pay', 4)],
    ['a command of a type that is declared without a version', command('open', 2)],
    ['a command of an unknown type, from a gateway that sends versions', command('lend', 1)],
    ['an event of an unknown version', event('a.b.c.v2')],
    ['an event of an unknown type', event('a.b.d.v1')],
  ])('a message is from a later release if it is %s', (_what, delivered) =>
    expect(isOfLaterRelease(delivered)).toBe(true),
  );

  test.each<[string, Delivered]>([
    ['a command of the known version', command('pay', 3)],
    ['a command of an earlier version', command('pay', 1)],
    ['a command without a version', command('pay')],
    ['a command of an unknown type without a version', command('lend')],
    ['an event of a known type and version', event('a.b.c.v1')],
  ])('a message is not from a later release if it is %s', (_what, delivered) =>
    expect(isOfLaterRelease(delivered)).toBe(false),
  );
});
