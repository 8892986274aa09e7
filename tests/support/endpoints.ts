import { endpoints, type Endpoint, type LocalEndpoint } from '#services/gateway/http/routes.ts';

export type ReadEndpoint = Extract<Endpoint, { kind: 'read' }>;
export type WriteEndpoint = Extract<Endpoint, { kind: 'write' }>;

export const reads = endpoints.filter((endpoint) => endpoint.kind === 'read');
export const writes = endpoints.filter((endpoint) => endpoint.kind === 'write');
export const lists = reads.filter((endpoint) => endpoint.declared.list !== null);

/** Whether the endpoint's path contains a record's id. */
export function isOfRecord({ kind, declared }: Endpoint): boolean {
  return declared.path.includes(':') && !(kind === 'write' && declared.pathField !== undefined);
}

/** An endpoint's label in test names, such as `POST /api/admin/orders`. */
export function nameOf({ declared }: Endpoint | LocalEndpoint): string {
  return `${declared.method.toUpperCase()} ${declared.path}`;
}

/** Rows for `test.each` that begin with the endpoint's label. */
export function named<E extends Endpoint | LocalEndpoint>(some: readonly E[]): [name: string, endpoint: E][] {
  return some.map((endpoint) => [nameOf(endpoint), endpoint]);
}
