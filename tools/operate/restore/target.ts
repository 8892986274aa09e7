import mongoose from 'mongoose';

import { readRestores } from '#shared/mongo/restores.ts';
import type { RestoreUnderWay } from '#shared/mongo/restores.ts';
import { databasesOf } from '../backup/moment.ts';
import type { Client } from '../backup/moment.ts';
import { countersCollection, isKept, sequencesAmong } from '../backup/what-is-kept.ts';
import type { CounterDocument } from '../backup/what-is-kept.ts';

/** What is there already, in the place of one service's database. */
export interface Target {
  service: string;
  /** Documents by collection, as far as there are any. */
  documents: Record<string, number>;
  sequences: Record<string, number>;
  /** A restore into it that has not ended. */
  underWay: RestoreUnderWay | null;
}

/** The services whose databases are to be restored, and those that are there. */
export async function lookAtTargets(
  client: Client,
  namespace: string,
  restored: readonly string[],
): Promise<Target[]> {
  const there = await databasesOf(client, namespace);
  const services = new Set([...restored, ...there.keys()]);
  const targets: Target[] = [];
  for (const service of services) targets.push(await lookAt(client, namespace, service));
  return targets;
}

async function lookAt(client: Client, namespace: string, service: string): Promise<Target> {
  const database = client.db(`${namespace}_${service}`);
  const documents: Record<string, number> = {};
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
    const count = isKept(name) ? await database.collection(name).estimatedDocumentCount() : 0;
    if (count > 0) documents[name] = count;
  }
  const counters = await database.collection<CounterDocument>(countersCollection).find().toArray();
  const restores = await readRestores(database);
  return { service, documents, sequences: sequencesAmong(counters), underWay: restores?.under_way ?? null };
}

/** A line for each database that holds anything: `orders: 12 orders, 30 order_items`. */
export function heldLines(targets: readonly Target[]): string[] {
  return targets.flatMap(({ service, documents }) => {
    const held = Object.entries(documents).filter(([name]) => name !== 'meta');
    return held.length === 0
      ? []
      : [`  ${service}: ${held.map(([name, count]) => `${count} ${name}`).join(', ')}`];
  });
}

interface Operation {
  appName?: string;
  client?: string;
}

/** Who else has these databases open: our processes and tools connect under the database's name, frozen ones too. */
export async function othersConnected(
  client: Client,
  databases: readonly string[],
  ownName: string,
): Promise<string[]> {
  const restoring = new RegExp(`^${RegExp.escape(ownName.split(' ')[0] ?? '')} `);
  const connected = await client
    .db('admin', { readConcern: new mongoose.mongo.ReadConcern('local') })
    .aggregate<Operation>([
      { $currentOp: { allUsers: true, idleConnections: true } },
      { $match: { $or: [{ appName: { $in: databases } }, { appName: restoring }] } },
      { $match: { appName: { $ne: ownName } } },
    ])
    .toArray();
  const byHost = connected.map(
    ({ appName = '', client: from = '?' }) => `${appName} from ${from.replace(/:\d+$/, '')}`,
  );
  const counts = Map.groupBy(byHost, (line) => line);
  return [...counts].map(([line, { length }]) => `  ${line} (${length} connections)`).sort();
}
