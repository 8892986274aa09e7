import { connect } from 'node:net';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import type { Caller } from '#deploy/servers/server-uris.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import { asked } from './asked.ts';

export function testMongodbRights(servers: () => Servers, namespace: string): void {
  describe('MongoDB permissions', () => {
    async function ask(caller: Caller, work: (client: mongoose.mongo.MongoClient) => Promise<unknown>) {
      const client = new mongoose.mongo.MongoClient(servers().uriOf('mongodb', caller));
      try {
        return await asked(() => work(client));
      } finally {
        await client.close();
      }
    }

    test.each(serviceNames)('the service %s can use only its own MongoDB database', async (service) => {
      const other = service === 'catalog' ? 'orders' : 'catalog';
      const write = (database: string) => (client: mongoose.mongo.MongoClient) =>
        client
          .db(database)
          .collection<{ _id: string }>('things')
          .insertOne({ _id: `${service}-${database}` });
      const read = (database: string) => (client: mongoose.mongo.MongoClient) =>
        client.db(database).collection('things').find().toArray();
      expect(await ask(service, write(`${namespace}_${service}`))).toBe('allowed');
      expect(await ask(service, read(`${namespace}_${service}`))).toBe('allowed');
      for (const database of [`${namespace}_${other}`, `other_${service}`, 'admin']) {
        expect(await ask(service, write(database))).toBe('refused');
        expect(await ask(service, read(database))).toBe('refused');
      }
      expect(await ask(service, (client) => client.db('admin').command({ usersInfo: 1 }))).toBe('refused');
    });

    test('the gateway cannot log in to MongoDB', async () => {
      const work = (client: mongoose.mongo.MongoClient) => client.db('admin').command({ ping: 1 });
      await expect(ask('gateway', work)).rejects.toThrow('Authentication failed');
    });
  });

  describe('MongoDB without authentication', () => {
    const opMsg = 2013;
    const opCompressed = 2012;

    function message(opcode: number, body: Buffer): Buffer {
      const header = Buffer.alloc(16);
      header.writeInt32LE(16 + body.length, 0);
      header.writeInt32LE(opcode, 12);
      return Buffer.concat([header, body]);
    }

    /** The body of a `hello` message from an unauthenticated client: flags, the kind of the only section, and the section. */
    function hello(): Buffer {
      const asked = mongoose.mongo.BSON.serialize({
        hello: 1,
        compression: ['snappy', 'zstd', 'zlib'],
        $db: 'admin',
      });
      return Buffer.concat([Buffer.alloc(5), asked]);
    }

    function zlibMessage(body: Buffer): Buffer {
      const head = Buffer.alloc(9);
      head.writeInt32LE(opMsg, 0);
      head.writeInt32LE(body.length, 4);
      head.writeInt8(2, 8);
      return message(opCompressed, Buffer.concat([head, deflateSync(body)]));
    }

    /** The first response of the server to these bytes. Empty if the server closes the connection. */
    function answerTo(bytes: Buffer): Promise<string> {
      const { host } = new URL(
        servers()
          .uriOf('mongodb', 'operator')
          .replace(/^mongodb:/, 'http:'),
      );
      const [name, port] = host.split(':');
      return new Promise((resolve, reject) => {
        const socket = connect({ host: name ?? '', port: Number(port) }, () => socket.write(bytes));
        socket.once('data', (data) => {
          socket.destroy();
          resolve(data.toString('latin1'));
        });
        socket.once('close', () => resolve(''));
        socket.once('error', reject);
      });
    }

    test('MongoDB does not offer compression to an unauthenticated client', async () => {
      const answer = await answerTo(message(opMsg, hello()));
      expect(answer).toContain('maxWireVersion');
      expect(answer).not.toContain('compression');
    });

    test('MongoDB does not accept a compressed message of an unauthenticated client', async () => {
      expect(await answerTo(zlibMessage(hello()))).toBe('');
    });
  });
}
