import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { ChaosRun } from './chaos-context.ts';
import type { Entry } from './ledger.ts';
import { listParked, runParked, type ParkedLine } from './operator-tool.ts';
import { overtakenUser, type Poisoned } from './poison.ts';
import { redriveForgotten } from './redrive-forgotten.ts';
import { resolveAll } from './resolve.ts';

type PoisonedRun = Pick<ChaosRun, 'store' | 'database' | 'clientOf' | 'shop'>;

const newer = 'Newer than what is parked';

/** Redrives and discards parked commands with the operator's tool. Returns any faults. */
export async function poisonFaults(run: PoisonedRun, poisoned: Poisoned): Promise<string[]> {
  const { store, database, clientOf, shop } = run;
  const { redriven, discarded, overtaken } = poisoned;
  const sent = [redriven, discarded, overtaken];
  const faults: string[] = [];
  const expect = expectIn(run, faults);
  for (const entry of sent) await expect(entry, 'parked', 'after all tries');
  const listed = await listParked(store);
  const copiesOf = ({ requestId }: Entry) => listed.filter((line) => line.requestId === requestId);
  const idOf = (entry: Entry) => copiesOf(entry)[0]?.id ?? 'missing';
  for (const entry of sent) store.repair(entry.requestId);

  const again = await redriveForgotten(run, idOf(redriven));
  await runParked(store, 'redrive', idOf(redriven), '--by', 'chaos');
  await runParked(store, 'discard', idOf(discarded), '--by', 'chaos');
  await expect(redriven, 'succeeded', 'after the redrive');
  await expect(discarded, 'failed', 'after it was discarded');
  for (const [entry, action] of [
    [redriven, 'redrive'],
    [discarded, 'discard'],
  ] as const) {
    faults.push(...(await recordFaults(database, store.namespace, copiesOf(entry), action)));
  }
  faults.push(...(await again()));
  const user = overtakenUser(shop);
  await clientOf('newer').write(
    {
      type: 'users.update',
      service: 'orders',
      method: 'PUT',
      userId: null,
      path: `/api/admin/users/${user}`,
      body: { name: newer },
    },
    { mayAbandon: false },
  );
  faults.push(...(await overtakenFaults(run, idOf(overtaken), user)));
  return faults;
}

/** Returns a function that waits until an entry's operation has a given status, and adds a fault if it does not. */
function expectIn({ store }: PoisonedRun, faults: string[]) {
  return async (entry: Entry, wanted: string, when: string): Promise<void> => {
    let status: string | undefined;
    const isReached = async () => {
      status = (await resolveAll(store, [entry])).get(entry)?.status;
      return status === wanted;
    };
    await eventually(`${wanted} ${when}`, isReached, 60_000).catch(() => {
      faults.push(`${entry.requestId} has the status ${status ?? ''} ${when}, not ${wanted}`);
    });
  };
}

/** Checks that the log of operators' actions has one entry for each message, even if several copies were parked. */
async function recordFaults(
  database: AuditClient,
  namespace: string,
  copies: readonly ParkedLine[],
  action: string,
): Promise<string[]> {
  const id = copies[0]?.id ?? 'missing';
  const acts = database.db(`${namespace}_orders`).collection<ParkedAct>('parked_audit');
  const recorded = await acts.find({ message_id: id }).toArray();
  const said = recorded.map((act) => `${act.action} by ${act.by}: ${act.state}`);
  const messages = new Set(copies.map(({ at, redrive }) => `${at} ${redrive ?? ''}`));
  const isRight = said.length === messages.size && said.every((one) => one === `${action} by chaos: done`);
  return isRight ? [] : [`for ${messages.size} messages of ${id}, the log of actions has: ${said.join()}`];
}

interface ParkedAct {
  message_id: string;
  action: string;
  by: string;
  state: string;
}

/** Checks that the tool rejects a redrive that would overwrite a later change. */
async function overtakenFaults(
  { store, clientOf }: PoisonedRun,
  id: string,
  user: number,
): Promise<string[]> {
  const faults: string[] = [];
  const { isDone } = await runParked(store, 'redrive', id, '--by', 'chaos');
  if (isDone)
    faults.push('a parked command was redriven without a warning, although its record had changed since');
  const reader = clientOf('after-redrive');
  const nameNow = async () => {
    const answer = await reader.read(`/api/admin/users/${user}`);
    return (answer.body as { data: { name: string } }).data.name;
  };
  const isLost = await eventually('the older name', async () => (await nameNow()) !== newer, 5000).catch(
    () => false,
  );
  if (isLost) faults.push(`users/${user} lost changes that were written after the parked command`);
  await runParked(store, 'discard', id, '--by', 'chaos');
  return faults;
}
