import { catalogReads, catalogWrites } from '#shared/contracts/endpoints/catalog-service.ts';
import type { AnyLocal, AnyRead, AnyWrite, ServiceName } from '#shared/contracts/kit/define.ts';
import { eventLocals } from '#shared/contracts/endpoints/event-endpoints.ts';
import { operationLocals } from '#shared/contracts/endpoints/operation-endpoints.ts';
import { ordersReads, ordersWrites } from '#shared/contracts/endpoints/orders-service.ts';
import { webhooksReads, webhooksWrites } from '#shared/contracts/endpoints/webhooks-service.ts';

export type Endpoint = ReadEndpoint | WriteEndpoint;
export interface ReadEndpoint {
  kind: 'read';
  id: string;
  service: ServiceName;
  declared: AnyRead;
}
export interface WriteEndpoint {
  kind: 'write';
  id: string;
  service: ServiceName;
  declared: AnyWrite;
}

/** The parts of a write's declaration that are needed to build its command, to admit it and to respond. */
export type SubmittedEndpoint = Pick<WriteEndpoint, 'id' | 'service'> & {
  declared: Omit<AnyWrite, 'method' | 'summary' | 'description' | 'scope' | 'status' | 'answers' | 'example'>;
};

export interface LocalEndpoint {
  kind: 'local';
  id: string;
  declared: AnyLocal;
}

const reads = (service: ServiceName, declared: Record<string, AnyRead>): Endpoint[] =>
  Object.entries(declared).map(([id, read]) => ({ kind: 'read', id, service, declared: read }));
const writes = (service: ServiceName, declared: Record<string, AnyWrite>): Endpoint[] =>
  Object.entries(declared).map(([id, write]) => ({ kind: 'write', id, service, declared: write }));

export const endpoints: readonly Endpoint[] = [
  ...reads('catalog', catalogReads),
  ...writes('catalog', catalogWrites),
  ...reads('orders', ordersReads),
  ...writes('orders', ordersWrites),
  ...reads('webhooks', webhooksReads),
  ...writes('webhooks', webhooksWrites),
];

export const locals: readonly LocalEndpoint[] = Object.entries({ ...operationLocals, ...eventLocals }).map(
  ([id, declared]) => ({ kind: 'local', id, declared }),
);

/** Sorted: `orders/checkout` comes before `orders/:order`, which would also match it. Methods are in capitals. */
export function endpointsByPath(): [path: string, methods: Map<string, Endpoint>][] {
  const places = (path: string) => path.split('/').map((segment) => segment.startsWith(':'));
  const order = (path: string) => places(path).map(Number).join('');
  return [...Map.groupBy(endpoints, ({ declared }) => declared.path)]
    .sort(([a], [b]) => (order(a) < order(b) ? -1 : Number(order(a) > order(b))))
    .map(([path, own]) => [path, new Map(own.map((one) => [one.declared.method.toUpperCase(), one]))]);
}
