import type { mongo } from 'mongoose';

import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { type InboxDocument, parkedRecord } from '#shared/engine/commands/inbox.ts';
import { openParkedQueue, type HeldMessage } from '#shared/engine/commands/parked/parked-queue.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { finding } from '#shared/engine/decide/audit-finding.ts';
import type { StoreAddress } from '../store-address.ts';
import type { AuditClient } from './audit-client.ts';

/**
 * Checks that the operation of every parked command has the status `parked`. If an operator moved a command to the queue of
 * parked commands by hand, its inbox record is missing, and its operation still has the status `queued`.
 */
export function parkedSection(client: AuditClient, store: StoreAddress): AuditSection {
  return {
    name: 'parked commands',
    look: async (_looking, report) => {
      for (const service of serviceNames)
        await withParked(client, store, service, async (held, inbox) => {
          report.counted('parked', held.length);
          for (const { parked } of held) {
            if (parked.kind !== 'command' || (await inbox.findOne({ _id: parked.id }))) continue;
            const detail = `${parked.type} is parked in ${service}, and its operation still reads queued`;
            const repair = { kind: `parked in ${service}`, id: parked.id };
            report.found([finding('parked-unseen', `operations/${parked.id}`, detail, repair)]);
          }
        });
    },
  };
}

/**
 * Adds the missing inbox record of a parked command, and returns a description. Returns null if the repair is of another kind.
 * With `isDry`, only describes the intended change.
 */
export async function repairParked(
  client: AuditClient,
  store: StoreAddress,
  repair: { kind: string; id: number | string },
  { isDry }: { isDry: boolean },
): Promise<string | null> {
  const service = serviceNames.find((name) => repair.kind === `parked in ${name}`);
  if (service === undefined) return null;
  const _id = String(repair.id);
  return withParked(client, store, service, async (all, inbox) => {
    const held = all.find(({ parked }) => parked.id === _id);
    if (!held?.parked.command) return `${_id} is no longer parked`;
    if (isDry) return `${_id}: its operation reads parked`;
    const document = { $setOnInsert: parkedRecord(held.parked.command, held.parked.reason) };
    const { upsertedCount } = await inbox.updateOne({ _id }, document, { upsert: true });
    return upsertedCount === 1 ? `${_id}: its operation reads parked` : `${_id} is known by now`;
  });
}

/**
 * Calls `work` with a service's parked messages and its inbox. No other consumer receives these messages
 * until `work` ends.
 */
async function withParked<Result>(
  client: AuditClient,
  { rabbitmqUrl, namespace }: StoreAddress,
  service: ServiceName,
  work: (held: HeldMessage[], inbox: mongo.Collection<InboxDocument>) => Promise<Result>,
): Promise<Result> {
  const queue = await openParkedQueue(rabbitmqUrl, namespace, service);
  try {
    return await work(await queue.take(), client.db(`${namespace}_${service}`).collection('inbox'));
  } finally {
    await queue.close();
  }
}
