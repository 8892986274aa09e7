/**
 * The responses of one port: one to a TLS client and one to a plaintext client, both in another container.
 */
interface Wire {
  /** The TLS version if the certificate and its name are valid, otherwise the error code. */
  tls: string;
  /** The first bytes of the response. Empty if the server closed or refused the connection. */
  plain: string;
}

/**
 * A script for a container that prints the `Wire` of each port as JSON. Most servers respond to an HTTP request. Redis and
 * MongoDB get a ping in their own protocol.
 */
function greetAll(ports: readonly string[]): string {
  return `
    const { connect } = require('net');
    const tls = require('tls');
    const split = (port) => ({ host: port.split(':')[0], port: Number(port.split(':')[1]), timeout: 2000 });
    const end = (socket, resolve, value) => { socket.destroy(); resolve(value); };
    const ping = '330000000100000000000000dd07000000000000' + '001e0000001070696e670001000000' + '0224646200' + '0600000061646d696e0000';
    const http = 'GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n';
    const own = { mongodb: Buffer.from(ping, 'hex'), redis: 'PING\\r\\n' };
    const greeting = (port) => own[split(port).host] ?? http;
    const byTls = (port) => new Promise((resolve) => {
      const socket = tls.connect({ ...split(port), servername: split(port).host });
      socket.once('secureConnect', () => end(socket, resolve, socket.getProtocol()));
      socket.once('timeout', () => end(socket, resolve, 'timeout'));
      socket.once('error', (error) => end(socket, resolve, error.code));
    });
    const plainly = (port) => new Promise((resolve) => {
      const socket = connect(split(port), () => socket.write(greeting(port)));
      socket.once('data', (bytes) => end(socket, resolve, bytes.toString('latin1').slice(0, 20)));
      for (const event of ['close', 'error', 'timeout']) socket.once(event, () => end(socket, resolve, ''));
    });
    const ask = async (port) => [port, { tls: await byTls(port), plain: await plainly(port) }];
    Promise.all(${JSON.stringify(ports)}.map(ask)).then((all) => console.log(JSON.stringify(Object.fromEntries(all))));`;
}

/** Every port in the compose file, keyed by the container that connects to it. */
const listening: Readonly<Record<string, readonly string[]>> = {
  'webhooks-worker': [
    'catalog-api:3000',
    'orders-api:3000',
    'webhooks-api:3000',
    'webhooks-worker:3000',
    'mongodb:27017',
    'redis:6379',
    'rabbitmq:5671',
    'rabbitmq:5672',
    'rabbitmq:15671',
    'rabbitmq:15672',
    'rabbitmq:15691',
    'rabbitmq:15692',
  ],
  gateway: ['gateway:3000', 'gateway:3001'],
  'catalog-worker': ['catalog-worker:3000'],
  'orders-worker': ['orders-worker:3000'],
};

/** Checks all ports through `docker compose …`. */
export async function readWire(
  compose: (...args: string[]) => Promise<string>,
): Promise<Record<string, Wire>> {
  const answers: Record<string, Wire> = {};
  for (const [service, ports] of Object.entries(listening)) {
    const printed = await compose('exec', '-T', service, 'node', '-e', greetAll(ports));
    Object.assign(answers, JSON.parse(printed));
  }
  return answers;
}

export function portsThat(wire: Readonly<Record<string, Wire>>, answer: (wire: Wire) => boolean): string[] {
  return Object.entries(wire).flatMap(([port, one]) => (answer(one) ? [port] : []));
}

/** A TLS port responds to plaintext with at most a TLS alert. */
export const isPlain = ({ plain }: Wire) => plain !== '' && !plain.startsWith('\u0015\u0003');
