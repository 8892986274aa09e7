import { createSocket } from 'node:dgram';
import { createLookUp, type LookUp } from '#services/webhooks/sending/receiver-agent.ts';

/** A DNS server for one test, with IPv4 addresses only; its responses may change over time. */
export interface DnsServer {
  lookUp: LookUp;
  asked: string[];
  close: () => Promise<void>;
}

const typeA = 1;

/** Sends no response if `addressesOf` returns null. */
export async function startDnsServer(
  addressesOf: (name: string, time: number) => string[] | null,
): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = questionOf(query);
    const isForA = query.readUInt16BE(end - 4) === typeA;
    if (isForA) asked.push(name);
    const time = asked.filter((other) => other === name).length;
    const addresses = addressesOf(name, time);
    if (addresses === null) return;
    const answers = (isForA ? addresses : []).map((address) => {
      const record = Buffer.alloc(16);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(typeA, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt16BE(4, 10);
      record.set(address.split('.').map(Number), 12);
      return record;
    });
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(answers.length, 6);
    head.writeUInt16BE(0, 10);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    asked,
    lookUp: createLookUp([`127.0.0.1:${socket.address().port}`]),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), end: at + 5 };
}
