import type { Endpoint } from '#services/gateway/routes.ts';
import { callerWith } from '../../support/caller.ts';
import type { Caller } from '../../support/caller.ts';
import type { ComponentGateway } from './gateway.ts';

export interface ExampleRequest {
  caller: Caller;
  method: string;
  path: string;
  /** The endpoint's own example; {} for reads. */
  body: Record<string, unknown>;
}

/** A request that the gateway takes: on records that no service has to have, because none is there. */
export function exampleRequest(gateway: ComponentGateway, { kind, declared }: Endpoint): ExampleRequest {
  const isClients = declared.scope === 'client';
  return {
    caller: callerWith(gateway, () => (isClients ? gateway.token('7', 'client') : gateway.token())),
    method: declared.method.toUpperCase(),
    path: declared.path.replaceAll(/:\w+/g, '7'),
    body: kind === 'write' ? declared.example : {},
  };
}
