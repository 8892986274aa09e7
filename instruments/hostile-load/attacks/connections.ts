import type { Attack, Sender } from '../attack.ts';
import type { HostileRequest } from '../hostile-request.ts';
import {
  churning,
  halfClosed,
  held,
  leaving,
  openedWithinMs,
  pipelined,
  type Behaviour,
} from '../behaviours.ts';

const get = (path: string) => (): HostileRequest => ({ method: 'GET', path });

const uses: [name: string, from: Sender, behaviour: Behaviour, requests: () => HostileRequest][] = [
  ['500 in one go', 'stranger', pipelined(500), get('/health/live')],
  ['500 in one go, no such path', 'stranger', pipelined(500), get('/nothing')],
  ['100 reads in one go', 'shoppers', pipelined(100), get('/api/client/products?paginate=1&per_page=200')],
  ['come and gone', 'stranger', churning, get('/')],
  ['asks and leaves, no token', 'stranger', leaving, get('/openapi.json')],
  ['asks for every product and leaves', 'shoppers', leaving, get('/api/client/products')],
  ['asks for all its orders and leaves', 'hoarders', leaving, get('/api/client/orders')],
  ['half-closed after a request', 'shoppers', halfClosed, get('/api/client/orders?paginate=1')],
];

const oneForEachUse = uses.map(([name, from, behaviour, requests]): Attack => ({
  family: 'connections',
  name: `connections: ${name}`,
  from,
  behaviour,
  requests: () => requests,
}));

/** Opens as many connections as the gateway accepts in total. */
const keptConnections: Attack = {
  family: 'connections',
  name: 'connections: kept after one request',
  from: 'stranger',
  connections: [10_000],
  behaviour: held,
  inPlaceAfterMs: 1.5 * openedWithinMs,
  requests: () => get('/health/live'),
};

export const connectionAttacks: Attack[] = [...oneForEachUse, keptConnections];
