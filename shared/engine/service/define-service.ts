import type { Command, Reads, ServiceName, Writes } from '../../contracts/kit/define.ts';
import type { StoreUnits } from '../../contracts/kit/fields.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import type { ServiceData } from '../../platform/mongo/service-data.ts';
import type { Log } from '../../platform/process/log.ts';
import type { SettingsOf } from '../../platform/settings/settings.ts';
import { eventsSection, recordSection } from '../audit/audit-records.ts';
import { counterRepairs, counterSection } from '../audit/counters.ts';
import { ledgerJudge, ledgerSection, type LostRule } from '../audit/ledger-section.ts';
import type { Repairs } from '../audit/repair-findings.ts';
import type { AuditSection } from '../audit/run-audit.ts';
import { createBatchStore, type StoreDescription } from '../commands/batch-store.ts';
import { engineModels, type EngineModels } from '../commands/engine-models.ts';
import type { BatchStore } from '../commands/run-batch.ts';
import type { Handler, Tables, VersionedRecord, AddressedBy } from '../decide/handler.ts';
import type { Tracked } from '../decide/ledger.ts';
import {
  addressedIn,
  sequencesIn,
  trackedIn,
  versionedIn,
  type EngineNeeds,
  type EngineTables,
  type Resource,
  type Resources,
} from '../decide/resource.ts';
import type { AnyList } from '../lists/source.ts';

export interface Shape {
  name: string;
  /** The types of the service's records, by table. */
  records: Tables;
  /** All tables that rules read: `records`, the tables of the engine, and further tables that the service loads by itself. */
  tables: Tables & EngineTables;
  needs: EngineNeeds;
  /** The models of the service's collections. Each table has a model of the same name. */
  models: object;
  /** Connections and other objects that a process opens for itself, such as its client of another service. */
  own: unknown;
}

/** The types of a service with an api and a worker, which have queues and settings. */
export interface ShapeWithProcesses extends Shape {
  name: ServiceName;
}

/** The settings, connections and collections that a process of a service has. */
export interface ServiceContext<S extends Shape> {
  /** The settings that the service's api and worker both have. */
  settings: SettingsOf<`${S['name'] & ServiceName}-${'api' | 'worker'}`>;
  units: StoreUnits;
  database: Database;
  models: S['models'] & EngineModels;
  own: S['own'];
  log: Log;
}

type Rules<S extends Shape> = Pick<ServiceContext<S>, 'settings' | 'units' | 'own'>;
type Described<S extends Shape> = StoreDescription<S['records'], S['tables'], S['needs']>;
interface AuditOptions {
  keepsBaselines: boolean;
}

interface ServiceDeclaration<S extends Shape> {
  /** The service's database is `<namespace>_<name>`, and the source of its events is `/<name>`. */
  name: S['name'];
  resources: Resources<S['records']>;
  /** Sequences in addition to the sequences of the resources. */
  sequences?: readonly string[];
  /** Further collections, besides the collections of the resources, whose documents repeat the version of a record. */
  repeatsVersions?: readonly string[];
  models: (database: Database) => S['models'];
  /** Describes the records that commands need in addition to the records whose ids they list. */
  loads?: Described<S>['loads'] | undefined;
  /** How records are loaded and stored, if one statement is not enough or a document contains more than its record. */
  storage?: (
    context: ServiceContext<S>,
  ) => Partial<Pick<Described<S>, 'also' | 'documents' | 'follow' | 'hasSharedRecords'>>;
  /** Finds the record that a command changes. Default for `products.update`: the product whose id is in the command's path. */
  addressed?: AddressedBy;
  /** The migrations of the service's data. */
  data: ServiceData;
  reads: Reads;
  writes: Writes;
  /** Keyed by the type of their command, or of the event that the service consumes. Includes the handlers of bulk work. */
  handlers: (rules: Rules<S>) => object;
  /** Lists by table. Bulk work selects records from these lists, and its reports show their rows. */
  lists: (models: S['models'] & EngineModels, units: StoreUnits) => Readonly<Record<string, AnyList>>;
  /** Routing keys of the events that the service consumes. */
  follows?: readonly string[];
  audit?: {
    /** Further audit sections, besides the sections for the sequences, the resources' findings, the ledger and the events. */
    sections?: (options: AuditOptions) => AuditSection[];
    repairs?: Repairs;
    /** The rule for a record that is missing although no command deleted it, by table. Default: `record-lost`. */
    lost?: Partial<Record<keyof S['records'] & string, LostRule>>;
  };
}

/** A service as its api, its worker and the operator's commands use it. */
export interface Service<S extends Shape> extends Omit<ServiceDeclaration<S>, 'audit' | 'repeatsVersions'> {
  addressed: AddressedBy;
  models: (database: Database) => S['models'] & EngineModels;
  sequences: readonly string[];
  /** The collections whose documents have a version that callers see. */
  versioned: readonly string[];
  tracked: Tracked<S['tables']>;
  handlers: (rules: Rules<S>) => Readonly<Record<string, Handler<S['tables'], S['needs'], Command>>>;
  sections: (options: AuditOptions) => AuditSection[];
  repairs: Repairs;
  openStore: (
    context: ServiceContext<S>,
    more?: Pick<Described<S>, 'select' | 'committed'>,
  ) => BatchStore<S['tables'], S['needs']>;
}

/** The parts of a service that the operator's commands use. */
export interface AnyService extends Pick<
  Service<Shape>,
  'name' | 'data' | 'addressed' | 'sequences' | 'versioned' | 'sections' | 'repairs'
> {
  resources: Readonly<Record<string, Pick<Resource<never>, 'collection' | 'hasInternalVersion'>>>;
  models: (database: Database) => object;
}

/** Declares a service once. Its api, worker, migrations, audit, backup and restore derive from the result. */
export function defineService<S extends Shape>(declaration: ServiceDeclaration<S>): Service<S> {
  const { name, resources, audit = {}, loads } = declaration;
  const tracked = trackedIn(resources) as unknown as Tracked<S['tables']>;
  const sequences = [...sequencesIn(resources), ...(declaration.sequences ?? [])];
  return {
    addressed: addressedIn(resources),
    ...declaration,
    models: (database) => ({ ...engineModels(database), ...declaration.models(database) }),
    sequences,
    versioned: [...versionedIn(resources), 'deletions', ...(declaration.repeatsVersions ?? [])],
    tracked,
    handlers: (rules) => declaration.handlers(rules) as ReturnType<Service<S>['handlers']>,
    sections: (options) => [
      counterSection(sequences),
      ...(audit.sections?.(options) ?? []),
      ...Object.entries(resources).flatMap(findingsSection),
      ledgerSection<S['records']>(tracked as Tracked<S['records']>, audit.lost),
      eventsSection(name),
    ],
    repairs: { ...counterRepairs, ...audit.repairs, ledger: ledgerJudge(tracked) },
    openStore: (context, more) =>
      createBatchStore<S['records'], S['tables'], S['needs']>({
        database: context.database,
        models: context.models as Described<S>['models'],
        source: `/${name}`,
        resources,
        loads,
        ...declaration.storage?.(context),
        ...more,
      }),
  };
}

function findingsSection([collection, resource]: [string, Resource<VersionedRecord>]): AuditSection[] {
  const { findings, countedAs } = resource;
  return findings ? [recordSection(collection, findings, { projection: { search: 0 }, countedAs })] : [];
}
