import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose, { type Connection, type ConnectOptions, type mongo } from 'mongoose';
import { certificateFault } from '../process/certificate-fault.ts';
import type { Log } from '../process/log.ts';
import { PlainError } from '../settings/plain-error.ts';
import { countReconnects } from '../telemetry/observe.ts';
import { refuseHalfRestored } from './restores.ts';
import { followStoreClock } from './store-clock.ts';

export type Database = Connection;

export function isConnected(database: Database): boolean {
  return database.readyState === mongoose.ConnectionStates.connected;
}

/** The driver's database. Throws a `MongoNotConnectedError` before the first connection. */
export function driverDatabase({ db }: Pick<Database, 'db'>): mongo.Db {
  if (!db) throw new mongoose.mongo.MongoNotConnectedError('The database is not connected');
  return db;
}

mongoose.set('sanitizeFilter', true);
// Without `throw`, mongoose ignores a filter on a field that the schema lacks. A list would then return everything.
mongoose.set('strictQuery', 'throw');

/**
 * The driver's default is to check its connection pool ten times a second, which wakes an idle process. The driver has an option
 * for this interval, but accepts the option only after it was added to the driver's own list, below.
 */
const poolCheck = { minPoolSizeCheckFrequencyMS: 10_000 };
const ofMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
const driverOptions = ofMongoose('mongodb/lib/connection_string.js') as {
  OPTIONS: Record<keyof typeof poolCheck, { type: string }>;
};
driverOptions.OPTIONS.minPoolSizeCheckFrequencyMS = { type: 'uint' };

/**
 * Connects to the primary. Writes are journaled by a majority of the members, and reads see only writes that a majority has. A
 * lost connection is reopened. Without a primary, operations fail within seconds. Rejects if a restore of this database has not
 * ended. A process waits for its database without limit; a command-line tool sets `giveUpAfterMs`.
 */
export async function connectDatabase(
  uri: string,
  name: string,
  log: Log,
  { giveUpAfterMs = Infinity }: { giveUpAfterMs?: number } = {},
): Promise<Database> {
  const options: ConnectOptions = {
    dbName: name,
    appName: name,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: 5000,
    waitQueueTimeoutMS: 5000,
    connectTimeoutMS: 5000,
    socketTimeoutMS: 45_000,
    maxPoolSize: 20,
    ...poolCheck,
    retryWrites: true,
    retryReads: true,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    readPreference: 'primary',
  };
  const database = mongoose.createConnection();
  logEventsOf(database, log);
  await open(database, { uri, options, giveUpAfterMs, log });
  try {
    await refuseHalfRestored(driverDatabase(database));
    await followStoreClock(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function open(
  database: Database,
  asked: { uri: string; options: ConnectOptions; giveUpAfterMs: number; log: Log },
): Promise<void> {
  const { uri, options, giveUpAfterMs, log } = asked;
  const began = performance.now();
  for (;;) {
    try {
      await database.openUri(uri, options);
      return;
    } catch (error) {
      const fault = certificateFault('MongoDB', error);
      if (performance.now() - began > giveUpAfterMs) {
        const seconds = Math.round(giveUpAfterMs / 1000);
        throw new PlainError(
          `MongoDB did not respond for ${seconds} s: ${fault ?? (error as Error).message}`,
        );
      }
      log.warn({ err: error }, fault ?? 'database not reachable yet, trying again');
      await sleep(500 + Math.random() * 500);
    }
  }
}

function logEventsOf(database: Database, log: Log): void {
  database.on('error', (error: Error) => log.error({ err: error }, 'database connection failed'));
  let isClosing = false;
  database.once('disconnecting', () => {
    isClosing = true;
  });
  database.on('disconnected', () => {
    if (!isClosing) log.warn('database disconnected');
  });
  const countConnection = countReconnects('mongodb');
  database.once('connected', countConnection);
  database.on('reconnected', () => {
    countConnection();
    log.info('database reconnected');
  });
}
