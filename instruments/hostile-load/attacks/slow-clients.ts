import type { Attack, Scene, Sender } from '../attack.ts';
import type { HostileRequest } from '../hostile-request.ts';
import {
  drippedBody,
  drippedHead,
  halfClosed,
  silent,
  slowlyRead,
  unread,
  type Behaviour,
} from '../behaviours.ts';

const crowds = [32, 256];
const get = (path: string) => (): HostileRequest => ({ method: 'GET', path });

/** Long responses that the client never reads. Each response keeps memory and connections in use. */
const answers: [name: string, from: Sender, path: string][] = [
  ['every product', 'shoppers', '/api/client/products'],
  ['every product, one shopper', 'shopper', '/api/client/products'],
  ['all orders of their own', 'hoarders', '/api/client/orders'],
  ['every order', 'staff', '/api/admin/orders'],
  ['every order item', 'staff', '/api/admin/profile/order-items'],
  ['the reference’s script', 'stranger', '/docs/assets/swagger-ui-bundle.js'],
  ['the document', 'stranger', '/openapi.json'],
];

const readers = answers.flatMap(([name, from, path]): Attack[] =>
  (
    [
      ['never read', unread],
      ['read slowly', slowlyRead],
    ] as const
  ).map(([how, behaviour]) => ({
    family: 'slow readers',
    name: `${name}, ${how}`,
    from,
    connections: crowds,
    behaviour,
    requests: () => get(path),
  })),
);

const post = (headers: Record<string, string>) => (): HostileRequest => ({
  method: 'POST',
  path: '/api/client/addresses',
  headers: { 'Content-Type': 'application/json', ...headers },
});
const oneByteChunks = `${'1\r\na\r\n'.repeat(100_000)}0\r\n\r\n`;

const writers: [
  name: string,
  from: Sender,
  behaviour: Behaviour | undefined,
  requests: () => HostileRequest,
][] = [
  ['headers without end', 'stranger', drippedHead, get('/health/live')],
  ['a body byte by byte', 'shoppers', drippedBody, post({ 'Content-Length': '1000000' })],
  ['a body byte by byte without a token', 'stranger', drippedBody, post({ 'Content-Length': '1000000' })],
  ['a body that never starts', 'shoppers', halfClosed, post({ 'Content-Length': '1000000' })],
  ['nothing at all', 'stranger', silent, get('/')],
  [
    'chunks of one byte, as fast as they go',
    'shoppers',
    undefined,
    () => ({ ...post({ 'Transfer-Encoding': 'chunked' })(), body: oneByteChunks }),
  ],
];

export const slowClientAttacks: Attack[] = [
  ...readers,
  ...writers.map(([name, from, behaviour, requests]): Attack => ({
    family: 'slow writers',
    name: `slow writer: ${name}`,
    from,
    connections: crowds,
    ...(behaviour && { behaviour }),
    requests: () => requests,
  })),
];

const stream = ({ operationPath }: Scene): HostileRequest => ({
  method: 'GET',
  path: `${operationPath}/events`,
  headers: { Accept: 'text/event-stream' },
});

/** Attacks that stream the events of a long bulk operation. */
export const streamAttacks: Attack[] = (
  [
    ['read', undefined],
    ['never read', unread],
  ] as const
).map(([how, behaviour]) => ({
  family: 'streams',
  name: `events of an operation, ${how}`,
  from: 'staff',
  connections: [4, 32, 256],
  ...(behaviour && { behaviour }),
  withOperation: true,
  requests: (scene: Scene) => () => stream(scene),
}));
