import { describe, expect, test } from '@jest/globals';

import { readParkedOptions } from '#tools/operate/parked/parked-options.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';

const read = (line: string) => readParkedOptions(line.split(' ').filter((word) => word !== ''));

describe('npm run parked', () => {
  test('npm run parked selects one message or all messages, in one service or in all services', () => {
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

  test.each(['', '--help', 'list --help'])('npm run parked shows its usage for the options %j', (line) => {
    expect(read(line)).toBeNull();
  });

  test.each([
    ['drop abc', /"drop" is nothing that can be done/],
    ['show', /Name its id\.$/],
    ['show --all', /Name its id\.$/],
    ['list abc', /Name its id, or say --all/],
    ['redrive', /Name its id, or say --all/],
    ['redrive abc --all', /Name its id, or say --all/],
    ['redrive abc def', /def is too much/],
    ['list --service carts', /There is no service "carts": catalog or orders or webhooks/],
    ['list --rate none', /--rate is a number/],
    ['list --hurry', /Unknown option '--hurry'/],
  ])('npm run parked rejects the options %j with an error that describes the fault', (line, message) => {
    expect(() => read(line)).toThrow(PlainError);
    expect(() => read(line)).toThrow(message);
  });
});
