import type { AskedRead } from '#services/gateway/reads/service-client.ts';
import type { Endpoint, LocalEndpoint } from '#services/gateway/http/routes.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { callerWith, type Caller } from '../../support/caller.ts';
import { lists } from '../../support/endpoints.ts';
import type { ComponentGateway } from './gateway.ts';

interface ExampleRequest {
  caller: Caller;
  method: string;
  path: string;
  /** The endpoint's example body; {} for reads. */
  body: Record<string, unknown>;
}

/** A request that the gateway accepts. The records in the request need not exist, because no service runs. */
export function exampleRequest(
  gateway: ComponentGateway,
  { kind, declared }: Endpoint | LocalEndpoint,
  id = '7',
): ExampleRequest {
  const isClients = declared.scope === 'client';
  return {
    caller: callerWith(gateway, () => (isClients ? gateway.token('7', 'client') : gateway.token())),
    method: declared.method.toUpperCase(),
    path: declared.path.replaceAll(/:\w+/g, id),
    body: kind === 'read' ? {} : (declared.example ?? {}),
  };
}

/** The response from services without records: empty lists, and a declared error for every other read. */
export function emptyAnswer({ endpoint }: AskedRead): unknown {
  if (lists.some(({ id }) => id === endpoint.id)) return { data: [] };
  throw new Problem('not_acceptable');
}
