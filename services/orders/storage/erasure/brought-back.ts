import type mongoose from 'mongoose';
import { erasingAgain } from '../../rules/erasure/erase-again.ts';
import type { Cleaning } from './erased-people.ts';

/** One document of `erasure_rounds`: who was erased and is there again, by a restore or by hand. */
interface BroughtBack {
  _id: 'brought-back';
  users: number[];
}

const peopleAtOnce = 100;

/** A worker erases them again. */
export async function noteBroughtBack(
  db: mongoose.mongo.Db,
  users: readonly number[],
  within: { session?: mongoose.mongo.ClientSession } = {},
): Promise<void> {
  if (users.length === 0) return;
  const added = { $addToSet: { users: { $each: [...users] } } };
  const noted = db.collection<BroughtBack>('erasure_rounds');
  await noted.updateOne({ _id: 'brought-back' }, added, { upsert: true, ...within });
}

/** Erases people again who are there again; answers whether there may be more of them. One that cannot be erased stays noted. */
export async function eraseBroughtBack({ db, run, log }: Cleaning, now: string): Promise<boolean> {
  const noted = db.collection<BroughtBack>('erasure_rounds');
  const firstOnes = { projection: { users: { $slice: peopleAtOnce } } };
  const { users = [] } = (await noted.findOne({ _id: 'brought-back' }, firstOnes)) ?? {};
  if (users.length === 0) return false;
  const results = await run(users.map((user) => ({ command: erasingAgain(user, now), keepsInbox: false })));
  const done: number[] = [];
  for (const [index, user] of users.entries()) {
    const result = results[index];
    if (result?.kind === 'threw') throw result.error;
    if (result && 'problem' in result.outcome)
      log.warn(
        { subject: `users/${user}`, ...result.outcome },
        'a person who is there again is not erased again',
      );
    else done.push(user);
  }
  await noted.updateOne({ _id: 'brought-back' }, { $pullAll: { users: done } });
  if (done.length > 0) log.info({ users: done }, 'people who were there again were erased again');
  return done.length > 0;
}
