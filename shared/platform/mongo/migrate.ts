import { setTimeout as sleep } from 'node:timers/promises';
import { PlainError } from '../settings/plain-error.ts';
import type { Database } from './connect.ts';
import {
  beginData,
  dataRefusal,
  readDataVersion,
  versionCollection,
  type DataVersion,
  type Migrating,
} from './data-version.ts';
import { readTakenVersion } from './floor.ts';
import { askWorkers, isEarlierWorkerAlive, leaseModel, taskLease, type TaskLease } from './leases.ts';
import { newestVersion, type Migration, type ServiceData } from './service-data.ts';
import { storeNow } from './store-clock.ts';

interface MigrateOptions {
  database: Database;
  data: ServiceData;
  release: string;
  holder: string;
  say: (line: string) => void;
  /** If this run completes no batch for this time, another run may take over the migration. */
  leaseMs?: number;
}

const usualLeaseMs = 20_000;
const askAgainMs = 500;

export function pendingMigrations({ migrations }: ServiceData, found: DataVersion | null): Migration[] {
  return found === null ? [] : migrations.filter(({ version }) => version > found.version);
}

/**
 * Migrates the data to this release's version, one migration after another, from where an earlier run ended. Stops before
 * a migration that has to wait for the end of earlier releases' workers. Only one run is active at a time;
 * another run waits until the first one has finished or died. Throws a `PlainError` if the migration is not allowed.
 */
export async function migrateData(options: MigrateOptions): Promise<void> {
  const { database, data, release, holder, say, leaseMs = usualLeaseMs } = options;
  await refuseOtherData(options);
  const lease = taskLease(leaseModel(database), 'migration', holder, leaseMs);
  if (!(await lease.hold())) {
    say('another migration runs, waiting for it');
    while (!(await lease.hold())) await sleep(askAgainMs);
  }
  try {
    const found = await readDataVersion(database);
    if (found === null) await beginData(database, newestVersion(data), release);
    for (const migration of pendingMigrations(data, found)) {
      const { version, mayWait } = migration;
      if (mayWait && (await isEarlierWorkerAlive(leaseModel(database), version))) {
        say(
          `version ${version} waits: a worker of an earlier release is alive. Run this again when it has stopped.`,
        );
        break;
      }
      await migrateTo(migration, lease, options);
    }
  } finally {
    await lease.release();
  }
}

/** Throws a `PlainError` if only a later release supports the data, or if release `floorRelease` must migrate the data first. */
export async function refuseOtherData(
  of: Pick<MigrateOptions, 'database' | 'data' | 'release'>,
): Promise<void> {
  const { database, data, release } = of;
  const found = await readTakenVersion(database, data);
  const refusal = found && dataRefusal({ ...data, readsFrom: 0 }, found, release);
  if (refusal !== null) throw new PlainError(refusal);
}

async function migrateTo(migration: Migration, lease: TaskLease, options: MigrateOptions): Promise<void> {
  const { database, data, say } = options;
  const needsStop = !migration.runsBeside && !migration.mayWait;
  if (needsStop && (await askWorkers(leaseModel(database))).isWorkerAlive)
    throw new PlainError(
      `Migration ${migration.version} of ${data.service} cannot run while a worker of this service runs. Stop ` +
        `all processes of ${data.service}, then run this again.`,
    );
  const begun = await begin(migration, options);
  const from = begun.position === null ? '' : `, continuing after ${begun.looked} documents`;
  say(`version ${migration.version}: ${migration.summary}${from}`);
  for (let after = begun.position; ;) {
    if (!(await lease.hold())) throw takenOver(data);
    const batch = await migration.batch(database, after);
    if (batch === null) break;
    after = batch.position;
    await write(options, migration, {
      $set: { 'migrating.position': after },
      $inc: { 'migrating.looked': batch.looked, 'migrating.changed': batch.changed },
    });
  }
  const { looked, changed } = await finish(migration, options);
  say(`version ${migration.version}: looked at ${looked} documents, changed ${changed}`);
}

/** Continues where an earlier run of this migration ended. */
async function begin({ version: to }: Migration, options: MigrateOptions): Promise<Migrating> {
  const { database, holder: by } = options;
  const found = await readDataVersion(database);
  const left = found?.migrating?.to === to ? found.migrating : null;
  const migrating: Migrating = { to, position: null, looked: 0, changed: 0, ...left, by };
  const { version, release } = found ?? { version: to - 1, release: options.release };
  await versionCollection(database).updateOne(
    { _id: 'data-version', version },
    { $set: { migrating }, $setOnInsert: { release } },
    { upsert: true },
  );
  return migrating;
}

/** Throws a `PlainError` if another run has taken over the migration. */
async function write(
  { database, data, holder }: MigrateOptions,
  { version: to }: Migration,
  update: object,
): Promise<void> {
  const mine = { _id: 'data-version', 'migrating.by': holder, 'migrating.to': to } as const;
  const { matchedCount } = await versionCollection(database).updateOne(mine, update);
  if (matchedCount === 0) throw takenOver(data);
}

async function finish(
  migration: Migration,
  options: MigrateOptions,
): Promise<Pick<Migrating, 'looked' | 'changed'>> {
  const { version, runsBeside } = migration;
  const { release, database } = options;
  const found = await readDataVersion(database);
  const { looked = 0, changed = 0 } = found?.migrating ?? {};
  const needs = runsBeside ? (found?.needs ?? found?.version ?? version) : version;
  await write(options, migration, {
    $set: { version, release, needs },
    $unset: { migrating: 1 },
    $push: { applied: { version, release, at: storeNow(), looked, changed } },
  });
  return { looked, changed };
}

function takenOver({ service }: ServiceData): PlainError {
  return new PlainError(`Another run has taken over the migration of ${service}: this one ends.`);
}
