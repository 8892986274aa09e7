import { finding, type Finding } from '#shared/decide/audit-finding.ts';
import { parkedRecord } from '#shared/commands/parked-record.ts';
import type { InboxDocument } from '#shared/commands/inbox.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/schema-kit/define.ts';
import type { AuditSection } from '#shared/audit/run-audit.ts';
import { openParkedQueue } from '#shared/commands/parked/parked-queue.ts';
import type { StoreAddress } from '../store-address.ts';
import type { AuditClient } from './audit-client.ts';

/**
 * Checks that every parked command's operation has the status `parked`. A command that an operator parked manually does not have a
 * record yet.
 */
export function parkedSection(client: AuditClient, store: StoreAddress): AuditSection {
  return {
    name: 'parked commands',
    look: async (_looking, report) => {
      report.counted('parked', 0);
      for (const service of serviceNames) {
        const { findings, count } = await lookAtParked(client, store, service);
        report.found(findings);
        report.counted('parked', count);
      }
    },
  };
}

async function lookAtParked(
  client: AuditClient,
  { rabbitmqUrl, namespace }: StoreAddress,
  service: ServiceName,
): Promise<{ findings: Finding[]; count: number }> {
  const queue = await openParkedQueue(rabbitmqUrl, namespace, service);
  const findings: Finding[] = [];
  try {
    const held = await queue.take();
    const inbox = client.db(`${namespace}_${service}`).collection<{ _id: string }>('inbox');
    for (const { parked } of held) {
      if (parked.kind !== 'command' || (await inbox.findOne({ _id: parked.id }))) continue;
      const detail = `${parked.type} is parked in ${service}, and its operation still reads queued`;
      const repair = { kind: `parked in ${service}`, id: parked.id };
      findings.push(finding('parked-unseen', `operations/${parked.id}`, detail, repair));
    }
    return { findings, count: held.length };
  } finally {
    await queue.close();
  }
}

/** Returns null if the repair does not concern a parked command. With `isDry`, only reports the intended changes. */
export async function repairParked(
  client: AuditClient,
  { rabbitmqUrl, namespace }: StoreAddress,
  repair: { kind: string; id: number | string },
  { isDry }: { isDry: boolean },
): Promise<string | null> {
  const service = serviceNames.find((name) => repair.kind === `parked in ${name}`);
  if (service === undefined) return null;
  const commandId = String(repair.id);
  const queue = await openParkedQueue(rabbitmqUrl, namespace, service);
  try {
    const held = (await queue.take()).find(({ parked }) => parked.id === commandId);
    if (!held?.parked.command) return `${commandId} is no longer parked`;
    if (isDry) return `${commandId}: its operation reads parked`;
    const document = parkedRecord(held.parked.command, held.parked.reason);
    const inbox = client.db(`${namespace}_${service}`).collection<InboxDocument>('inbox');
    const { upsertedCount } = await inbox.updateOne(
      { _id: commandId },
      { $setOnInsert: document },
      { upsert: true },
    );
    return upsertedCount === 1 ? `${commandId}: its operation reads parked` : `${commandId} is known by now`;
  } finally {
    await queue.close();
  }
}
