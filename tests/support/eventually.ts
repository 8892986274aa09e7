import { inspect } from 'node:util';
import { pause } from './pause.ts';

const pauseMs = 20;

/**
 * Calls `look` until it returns a truthy value without throwing, and returns this value. An expectation
 * inside `look` is therefore retried until it holds. Fails after `withinMs` with `what` and the last result
 * or error in the message.
 */
export async function eventually<Seen extends NonNullable<unknown> | null | undefined>(
  what: string,
  look: () => Seen | Promise<Seen>,
  withinMs = 60_000,
): Promise<NonNullable<Seen>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const last = await attempt(look);
    if ('seen' in last && last.seen) return last.seen;
    if (performance.now() > deadline) throw tooLate(`Not within ${withinMs} ms: ${what}.`, last);
    await pause(pauseMs);
  }
}

/** Calls `expectation` until it does not throw. Fails after `withinMs` with `what` and the last error in the message. */
export async function expectEventually(
  what: string,
  expectation: () => unknown,
  withinMs?: number,
): Promise<void> {
  const passes = async () => {
    await expectation();
    return true;
  };
  await eventually(what, passes, withinMs);
}

type Attempt<Seen> = { seen: Seen } | { error: unknown };

async function attempt<Seen>(look: () => Seen | Promise<Seen>): Promise<Attempt<Seen>> {
  try {
    return { seen: await look() };
  } catch (error) {
    return { error };
  }
}

function tooLate(message: string, last: Attempt<unknown>): Error {
  if ('seen' in last) return new Error(`${message} Last seen: ${inspect(last.seen)}`);
  const { error } = last;
  return new Error(`${message} ${error instanceof Error ? error.message : inspect(error)}`, { cause: error });
}
