import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runProgram } from '#tools/run-program.ts';
import { cargoProgram } from './install.ts';
import { recordedStock, type Call } from './stock-recording.ts';
import { differs, linesOf, type Stranger } from './stranger.ts';

/**
 * Faults of a broken store. Each function changes the recorded calls so that they show the fault. `last`: a read of an order
 * whose last change was already visible in another timeline.
 */
const faults: Readonly<Record<string, (calls: readonly Call[], last: Call) => Call[]>> = {
  'a rejected change that a timeline shows': (calls, { timeline = [] }) =>
    calls.map((call) => (call.request === timeline.at(-1) ? { ...call, result: 'refused' } : call)),
  'half of a change': (calls, { records: [order = ''] = [], timeline = [] }) =>
    calls.map((call) => {
      // If the response is missing, only the timeline of the stock proves that the change was made.
      if (call.request === timeline.at(-1)) return { ...call, result: 'unknown', return: null };
      if (call.timeline === undefined || call.records?.[0] !== order) return call;
      return { ...call, timeline: call.timeline.filter((request) => request !== timeline.at(-1)) };
    }),
  'changes in two orders': (calls) => {
    const chosen = calls.find(({ timeline = [] }) => timeline.length > 1);
    return calls.map((call) =>
      call === chosen ? { ...call, timeline: (call.timeline ?? []).toReversed() } : call,
    );
  },
};

export const adya: Stranger = {
  proves:
    'commands on an order, its stock and its payments are strictly serializable while workers are killed',
  judge: async () => {
    const { histories } = await recordedStock();
    const calls = histories.flatMap((history) => history.calls);
    const isSeen = (request: string | undefined, before: number) =>
      calls.some(({ timeline = [], return: end }) => timeline.includes(request ?? '') && (end ?? 0) < before);
    const last = calls.find(({ call, records: [record = ''] = [], timeline = [] }) => {
      return record.startsWith('orders/') && timeline.length > 1 && isSeen(timeline.at(-1), call);
    });
    if (last === undefined) throw new Error('No order has a timeline.');
    const found = (await anomaliesIn('recorded', calls)).slice(0, 40);
    for (const [name, breakOne] of Object.entries(faults))
      found.push(...differs(name, true, (await anomaliesIn(name, breakOne(calls, last))).length > 0));
    return found;
  },
};

/**
 * Returns the anomalies that adya finds in the calls. For adya, each record is a list. A write appends its
 * request id to the list, and a timeline reads the list.
 */
async function anomaliesIn(name: string, calls: readonly Call[]): Promise<string[]> {
  const program = await cargoProgram('adya');
  const events = calls
    .filter(({ request, timeline }) => request ?? timeline)
    .flatMap(({ call, return: end, result, request, records = [], timeline }, process) => {
      const shown = records.map((record) =>
        request ? ['append', record, request] : ['r', record, timeline],
      );
      const asked = records.map((record) => (request ? ['append', record, request] : ['r', record, null]));
      const type = { ok: 'ok', refused: 'fail', unknown: 'info' }[result];
      return [
        { at: call, type: 'invoke', f: 'txn', process, value: asked },
        { at: end ?? Infinity, type, f: 'txn', process, value: shown },
      ];
    })
    .toSorted(
      (one, other) => one.at - other.at || Number(other.type === 'invoke') - Number(one.type === 'invoke'),
    );
  const file = join(program, '../..', `${name.replaceAll(' ', '-')}.json`);
  writeFileSync(file, events.map((event, index) => JSON.stringify({ index, ...event })).join('\n'));
  const run = await runProgram(program, ['check', '-m', 'list-append', '-c', 'strict-serializable', file]);
  // Exits with 1 for anomalies. A crash or an unreadable file has another code.
  if (run.code > 1) throw new Error(`adya exited with ${run.code}: ${run.stderr}`);
  return linesOf(run);
}
