import { describe, expect, test } from '@jest/globals';

import { readParkedOptions } from '#tools/operate/parked/parked-options.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';

const read = (line: string) => readParkedOptions(line.split(' ').filter((word) => word !== ''));

describe('npm run parked', () => {
  test('the options of npm run parked select one parked message or all, in one service or in all services', () => {
    expect(read('show abc')).toMatchObject({
      action: 'show',
      id: 'abc',
      services: ['catalog', 'orders', 'webhooks'],
      'dry-run': false,
      pauseMs: 50,
    });
    expect(read('discard --all --service orders --dry-run --by me --rate 4 --data-dir x')).toMatchObject({
      action: 'discard',
      id: null,
      services: ['orders'],
      'dry-run': true,
      by: 'me',
      pauseMs: 250,
      'data-dir': 'x',
    });
  });

  test.each(['', '--help', 'list --help'])('npm run parked prints its usage for the options “%s”', (line) => {
    expect(read(line)).toBeNull();
  });

  test.each([
    ['drop abc', /there is no action "drop"/],
    ['show', /Name the id of one message\.$/],
    ['show --all', /Name the id of one message\.$/],
    ['list abc', /list takes no id/],
    ['redrive', /Name the id of one message, or use --all/],
    ['redrive abc --all', /Name the id of one message, or use --all/],
    ['redrive abc def', /Unexpected: def/],
    ['list --service carts', /There is no service "carts". Use catalog or orders or webhooks/],
    ['list --rate none', /--rate must be a number/],
    ['list --hurry', /Unknown option '--hurry'/],
  ])('npm run parked rejects the options “%s” with an error that describes the fault', (line, message) => {
    expect(() => read(line)).toThrow(PlainError);
    expect(() => read(line)).toThrow(message);
  });
});
