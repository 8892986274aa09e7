import { expect, test } from '@jest/globals';
import { createHeavyTurns } from '#services/gateway/body/heavy-turns.ts';
import { Problem } from '#shared/errors.ts';

function work(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

test('callers come in rotation, however much work one of them sends', async () => {
  const turn = createHeavyTurns();
  const order: string[] = [];
  const send = async (caller: string) => {
    await turn(caller);
    order.push(caller);
  };
  await Promise.all([...Array.from({ length: 5 }, () => send('much')), send('little'), send('other')]);
  expect(order).toEqual(['much', 'much', 'little', 'other', 'much', 'much', 'much']);
});

test('between two pieces of work there is more time for others than one takes', async () => {
  const turn = createHeavyTurns();
  const pieces: { from: number; to: number }[] = [];
  const send = async () => {
    await turn('caller');
    // What follows at once belongs to the piece, also after a promise that is settled.
    await Promise.resolve();
    const from = performance.now();
    work(20);
    pieces.push({ from, to: performance.now() });
  };
  await Promise.all([send(), send(), send()]);
  const rests = pieces.slice(1).map(({ from }, index) => from - (pieces[index]?.to ?? 0));
  for (const rest of rests) expect(rest).toBeGreaterThanOrEqual(20);
});

test('a caller with too much work that waits is refused, and nobody else', async () => {
  const turn = createHeavyTurns();
  const sent = Array.from({ length: 18 }, () => turn('much'));
  const last = await sent.at(-1)?.catch((error: unknown) => error);
  expect(last).toBeInstanceOf(Problem);
  expect(last).toMatchObject({ code: 'too_many_requests' });
  await turn('other');
  await Promise.all(sent.slice(0, -1));
  await turn('much');
});
