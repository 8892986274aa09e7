import { largestIds } from './largest-ids.ts';
import type { Repairs } from './repair-findings.ts';

/** Moves a sequence on to the largest id that was given out: while it is behind, every new record meets one that is there. */
export const counterRepairs: Repairs = {
  counter: async (data, id) => {
    const sequence = String(id);
    const counters = data.db.collection<{ _id: string; version: unknown }>('counters');
    const known = await counters.findOne({ _id: sequence }, { session: data.session });
    const largest = (await largestIds(data, [sequence])).get(sequence) ?? 0;
    const stands = known?.version;
    if (typeof stands === 'number' && stands >= largest) return `counters/${sequence} is right by now`;
    const version = { $set: { version: largest } };
    await counters.updateOne({ _id: sequence }, version, { upsert: true, session: data.session });
    return `counters/${sequence}: ${typeof stands === 'number' ? stands : JSON.stringify(stands ?? 0)} → ${largest}`;
  },
};
