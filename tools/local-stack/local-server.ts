import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { join } from 'node:path';

import type { ServerName } from '#deploy/processes.ts';
import { passwordsOf, type Passwords } from '#deploy/servers/passwords.ts';
import { serverUris, type Caller } from '#deploy/servers/server-uris.ts';
import { connectBroker, ensureClosed } from '#shared/platform/amqp/connection.ts';
import { connectOnce } from '../connect-redis.ts';
import type { DataDir } from './data-dir.ts';
import type { Say } from './progress.ts';
import type { ProcessOptions } from './recorded-process.ts';
import { supervise, type SupervisedProcess, type SupervisionOptions } from './supervised-process.ts';

export const serverNames = ['mongodb', 'redis', 'rabbitmq'] as const satisfies ServerName[];

export interface LocalServersOptions {
  dataDir: DataDir;
  /** The namespace of the store for which the servers' users are created. */
  namespace: string;
  say: Say;
}

/** A server on a port of this machine, with users for the store in this namespace. */
export interface ServerPlace {
  port: number;
  passwords: Passwords;
  namespace: string;
}

/** The program that runs a server: the server itself or a Docker client. */
export interface ServerProgram
  extends
    Pick<ProcessOptions, 'command' | 'args' | 'env' | 'cleanUp'>,
    Pick<SupervisionOptions, 'sendSignal'> {
  /**
   * Rejects or resolves to false as long as the server is not ready. Without this function, the server is ready when it
   * responds.
   */
  isReady?: () => Promise<boolean>;
}

/** For each server, a function that returns its program and writes the program's files. */
export type ServerPrograms = Record<
  ServerName,
  (place: ServerPlace, options: LocalServersOptions) => ServerProgram | Promise<ServerProgram>
>;

/** A server that belongs to the store and can be started. */
export interface LocalServer {
  name: ServerName;
  uri: (caller: Caller) => string;
  process: SupervisedProcess;
}

/**
 * Processes with the highest rank stop first. The servers have the lowest rank, so they stop after all processes that use them.
 */
export const serverRank = 1;
export const serverGraceMs = 20_000;

const titles: Record<ServerName, string> = { mongodb: 'MongoDB', redis: 'Redis', rabbitmq: 'RabbitMQ' };

export function titled(names: readonly ServerName[]): string {
  return names.map((name) => titles[name]).join(', ');
}

export async function localServer(
  options: LocalServersOptions,
  name: ServerName,
  programs: ServerPrograms,
): Promise<LocalServer> {
  const { dataDir, namespace, say } = options;
  const place = { port: await dataDir.port(name), passwords: passwordsOf(name, dataDir.secret), namespace };
  const uri = (caller: Caller) => serverUris[name](`127.0.0.1:${place.port}`, caller, place.passwords);
  const answersHere = () => answers[name](uri('operator'));
  const { isReady = answersHere, sendSignal, ...program } = await programs[name](place, options);
  const output = join(dataDir.folder('logs'), `${name}.log`);
  const process = supervise({
    runFolder: dataDir.folder('run'),
    process: { name, ...program, output, rank: serverRank, graceMs: serverGraceMs },
    isReady,
    readyWithinMs: 90_000,
    restart: true,
    ...(sendSignal && { sendSignal }),
    say,
    logFile: output,
  });
  return { name, uri, process };
}

/** Each function resolves to true if the server responds and accepts the credentials in its address. Otherwise it rejects. */
export const answers = {
  async mongodb(uri: string): Promise<boolean> {
    const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 3_000 });
    try {
      await client.db('admin').command({ ping: 1 });
      return true;
    } finally {
      await client.close();
    }
  },
  async redis(uri: string): Promise<boolean> {
    const client = new Redis(uri, {
      lazyConnect: true,
      retryStrategy: () => null,
      connectTimeout: 3_000,
      commandTimeout: 3_000,
    });
    try {
      await connectOnce(client);
      await client.ping();
      return true;
    } finally {
      client.disconnect();
    }
  },
  async rabbitmq(uri: string): Promise<boolean> {
    const connection = await connectBroker(uri, 'answers');
    connection.on('error', () => undefined);
    await ensureClosed(connection);
    return true;
  },
};
