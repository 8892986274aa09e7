import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Problem } from '#shared/contracts/errors.ts';
import { createInFlightLimit, type InFlightLimit } from '#services/gateway/limits/in-flight-limit.ts';

const limit = 3;
const owner = 'client:7';
let inFlight: InFlightLimit;

beforeEach(() => {
  jest.useFakeTimers();
  inFlight = createInFlightLimit(limit);
});
afterEach(() => {
  jest.useRealTimers();
});

/** Returns the error of a rejected command. Null if the command was counted. */
function refusal(commandId: string, caller = owner): unknown {
  try {
    inFlight.acquire(caller, commandId);
    return null;
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, ...error.details.extra };
    throw error;
  }
}
const acquireAll = () => {
  for (const command of ['c1', 'c2', 'c3']) inFlight.acquire(owner, command);
};
const refused = { code: 'too_many_requests', unfinished: limit, limit };

test('if a caller has reached the limit of unfinished commands, the caller’s next command is rejected, and a command of another caller is accepted', () => {
  acquireAll();
  expect(refusal('c4')).toEqual(refused);
  expect(refusal('c4', 'client:8')).toBeNull();
});

test('when a command ends, its caller can send another command within the limit of unfinished commands', () => {
  acquireAll();
  inFlight.release(owner, 'c2');
  expect(refusal('c4')).toBeNull();
  expect(refusal('c5')).toEqual(refused);
});

test('a retry of a command that already counts towards the limit of unfinished commands is accepted and not counted again', () => {
  acquireAll();
  expect(refusal('c3')).toBeNull();
  inFlight.release(owner, 'c1');
  expect(refusal('c4')).toBeNull();
});

test('unfinished commands that the gateway has already sent are counted even beyond the limit, so the caller’s next command is rejected', () => {
  expect(inFlight.hasAny(owner)).toBe(false);
  for (const command of ['c1', 'c2', 'c3', 'c4']) inFlight.add(owner, command);
  expect(inFlight.hasAny(owner)).toBe(true);
  expect(refusal('c5')).toEqual({ ...refused, unfinished: 4 });
});

test('a command whose reply never arrives counts towards the limit of unfinished commands for ten minutes', () => {
  acquireAll();
  jest.advanceTimersByTime(10 * 60_000 - 1);
  expect(refusal('c4')).toEqual(refused);
  jest.advanceTimersByTime(1);
  expect(inFlight.hasAny(owner)).toBe(false);
  expect(refusal('c4')).toBeNull();
});
