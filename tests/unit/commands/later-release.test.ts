import { describe, expect, test } from '@jest/globals';
import { createReleaseCheck } from '#shared/commands/later-release.ts';
import type { Delivered } from '#shared/decide/decide-batch.ts';
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

describe('a message is of a later release', () => {
  test.each<[string, Delivered]>([
    ['a command at a version above the one it is declared at', command('pay', 4)],
    ['a command of a type that is declared without a version', command('open', 2)],
    ['a type that nobody here handles, from a gateway that tells versions', command('lend', 1)],
    ['an event of a version that nobody here handles', event('a.b.c.v2')],
    ['another event', event('a.b.d.v1')],
  ])('when it is %s', (_what, delivered) => expect(isOfLaterRelease(delivered)).toBe(true));

  test.each<[string, Delivered]>([
    ['of the version that is known', command('pay', 3)],
    ['of an earlier version', command('pay', 1)],
    ['of a release that told no versions', command('pay')],
    ['of no type that any release had', command('lend')],
    ['an event that is handled', event('a.b.c.v1')],
  ])('not when it is %s', (_what, delivered) => expect(isOfLaterRelease(delivered)).toBe(false));
});
