import { givenOut } from '../decide/counter-findings.ts';
import { highestIds } from './largest-ids.ts';
import { isRight, writes, type Repairs } from './repair-findings.ts';

/** Raises a sequence to the largest issued id. While the sequence is lower, new records get ids that are already in use. */
export const counterRepairs: Repairs = {
  counter: async (data, id) => {
    const sequence = String(id);
    const known = await data.db
      .collection<{ _id: string; version: unknown }>('counters')
      .findOne({ _id: sequence }, { session: data.session });
    const stands = known?.version;
    const highest = (await highestIds(data, [sequence])).get(sequence) ?? [];
    const { given } = givenOut(stands, highest);
    if (typeof stands === 'number' && stands >= given) return isRight(`counters/${sequence}`);
    return writes(async ({ db, session }) => {
      const version = { $set: { version: given } };
      const counters = db.collection<{ _id: string; version: unknown }>('counters');
      await counters.updateOne({ _id: sequence }, version, { upsert: true, session });
      const stood = typeof stands === 'number' ? stands : JSON.stringify(stands ?? 0);
      return `counters/${sequence}: ${stood} → ${given}`;
    });
  },
};
