import { endpoints } from '#services/gateway/routes.ts';
import type { Endpoint } from '#services/gateway/routes.ts';

export type ReadEndpoint = Extract<Endpoint, { kind: 'read' }>;
export type WriteEndpoint = Extract<Endpoint, { kind: 'write' }>;

export const reads = endpoints.filter((endpoint) => endpoint.kind === 'read');
export const writes = endpoints.filter((endpoint) => endpoint.kind === 'write');
export const lists = reads.filter((endpoint) => endpoint.declared.list !== null);

/** `POST /api/admin/orders`, for the names of tests. */
export function nameOf({ declared }: Endpoint): string {
  return `${declared.method.toUpperCase()} ${declared.path}`;
}

/** Rows for `test.each`, by name. */
export function named<E extends Endpoint>(some: readonly E[]): [name: string, endpoint: E][] {
  return some.map((endpoint) => [nameOf(endpoint), endpoint]);
}
