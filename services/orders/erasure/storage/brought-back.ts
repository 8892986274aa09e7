import type mongoose from 'mongoose';
import { erasingAgain } from '../erase-user.ts';
import type { Cleaning } from './erased-people.ts';

/** The document of `erasure_rounds` that lists erased people who exist again, after a restore or a manual change. */
interface BroughtBack {
  _id: 'brought-back';
  users: number[];
}

const peopleAtOnce = 100;

/** Lists these erased people, whose records exist again. A worker erases the people on the list. */
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

/** Erases some of the listed people again. Returns whether the list may have more. A person who cannot be erased stays listed. */
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
        'an erased person who exists again could not be erased',
      );
    else done.push(user);
  }
  await noted.updateOne({ _id: 'brought-back' }, { $pullAll: { users: done } });
  if (done.length > 0) log.info({ users: done }, 'erased people who existed again were erased again');
  return done.length > 0;
}
