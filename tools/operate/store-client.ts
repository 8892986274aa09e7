import mongoose from 'mongoose';

import { isServerFault } from '#shared/platform/mongo/faults.ts';
import { certificateRemedy } from '#shared/platform/process/certificate-fault.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';

const { MongoClient } = mongoose.mongo;
export type Client = InstanceType<typeof MongoClient>;

/**
 * Connects to a store's MongoDB. `appName`: the connection's name, by which a restore recognises writers. `unavailable`: the
 * beginning of the error message if MongoDB does not respond.
 */
export async function openClient(
  uri: string,
  appName?: string,
  unavailable = 'MongoDB does not respond',
): Promise<Client> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: 5000,
    writeConcern: { w: 'majority', journal: true },
    ...(appName !== undefined && { appName }),
  });
  try {
    return await client.connect();
  } catch (error) {
    await client.close();
    return serverAway(unavailable)(error);
  }
}

/** The error for a server that does not answer or is temporarily unable to do the work. */
export class ServerFault extends PlainError {}

/**
 * Returns a handler that throws a ServerFault for an unavailable server. `what` is the beginning of the
 * message.
 */
export function serverAway(what: string): (error: unknown) => never {
  return (error) => {
    const remedy = certificateRemedy(error);
    if (remedy !== null) throw new ServerFault(`${what}: ${remedy}.`);
    const why = error instanceof Error ? error.message : String(error);
    throw new ServerFault(
      `${what}: ${why}. Start it (npm run servers, where npm start is used), and run this again.`,
    );
  };
}

/**
 * Runs `work`. If a server fails, throws a ServerFault whose message ends with `then`. `then` describes the
 * resulting state.
 */
export async function inWordsOfFaults<Result>(then: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isServerFault(error)) throw error;
    throw new ServerFault(`MongoDB cannot do it now: ${(error as Error).message}. ${then}`);
  }
}
