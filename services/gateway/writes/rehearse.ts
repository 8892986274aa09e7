import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { Command, ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { Problem } from '#shared/errors.ts';
import type { ServiceClient } from '../reads/service-client.ts';

/**
 * Responds with what a command would do. A rehearsal is a read from the service's API and enters no queue. It gets a separate
 * id, because the same Idempotency-Key may belong to a command that is already done.
 */
export async function rehearse(
  services: Pick<ServiceClient, 'ask'>,
  service: ServiceName,
  command: Command,
  response: Response,
): Promise<void> {
  const asked: Command = { ...command, id: randomUUID().replaceAll('-', '') };
  const answer = (await services.ask(service, 'POST', '/rehearsals', asked)) as { data: unknown } | null;
  // During a rolling upgrade, the gateway may be newer than the service.
  if (answer === null) {
    throw new Problem('unavailable', {
      detail: `The ${service} service is of a release without rehearsals. Try again when it is upgraded.`,
      extra: { part: service },
      headers: { 'Retry-After': '60' },
    });
  }
  response.setHeader('Content-Language', command.language);
  response.json({ data: answer.data });
}
