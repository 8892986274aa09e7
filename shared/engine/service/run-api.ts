import express, { type Express } from 'express';
import { callerOnly } from '../../platform/http/internal-auth.ts';
import { lingerMs, listen } from '../../platform/http/listen.ts';
import { mountDiskSpace } from '../../platform/http/mount-disk-space.ts';
import { isConnected, type Database } from '../../platform/mongo/connect.ts';
import type { PairSecret } from '../../platform/process/internal-secrets.ts';
import { runProcess } from '../../platform/process/run-process.ts';
import type { SettingsOf } from '../../platform/settings/settings.ts';
import type { ShownRecords } from '../commands/bulk-report.ts';
import { mountOperations } from '../commands/operation-routes.ts';
import { createRehearse, mountRehearsals, createDraftCheck } from '../commands/rehearse.ts';
import { eventLogRoute, type OwnerExists } from '../events/log-routes.ts';
import { createCountLineRows, createShowListed } from '../lists/listed-records.ts';
import { createReportUnreadable } from '../lists/unreadable-record.ts';
import { createServiceApp, mountRecords, type ServiceAppOptions } from '../reads/service-app.ts';
import { readIdentity, writeKeys } from '../../platform/mongo/hold-identity.ts';
import type { KeyChecks } from '../../platform/process/key-checks.ts';
import type { Service, ServiceContext, ShapeWithProcesses } from './define-service.ts';
import { openService, type Opened } from './open-service.ts';

/** The parts that a service's api has in addition to the routes of every api. */
interface ApiParts<S extends ShapeWithProcesses, Requests> extends Pick<
  ServiceAppOptions<Requests>,
  'reads' | 'mount' | 'mountForOthers'
> {
  own: S['own'];
  gateway: PairSecret;
  /** The secret of another service that reads this service's event log and records by HTTP, as the webhooks service does. */
  follower?: PairSecret;
  /** Whether a shopper still exists, for the event feeds of shoppers. By default there are no shoppers. */
  ownerExists?: OwnerExists;
  /** Commands that accept `dry_run`. Each has the function that converts the response body. */
  rehearsed?: Readonly<Record<string, (data: never) => unknown>>;
}

/** Runs a service's api: its reads and lists, checks of invalid commands, its operations and its event log. */
export function runServiceApi<S extends ShapeWithProcesses, Requests>(
  service: Service<S>,
  start: (opened: Opened<S, `${S['name']}-api`>) => ApiParts<S, Requests>,
): void {
  runProcess<`${S['name']}-api`>(`${service.name}-api`, async (settings, log) => {
    const opened = await openService<S, `${S['name']}-api`>(service, settings, log);
    const { database, models, units } = opened;
    const { own, reads, follower, rehearsed, ...parts } = start(opened);
    const { tracked, addressed } = service;
    const context = { ...opened, own } as ServiceContext<S>;
    const store = service.openStore(context);
    const handlers = service.handlers(context);
    const lists = service.lists(models, units);
    const decimals = units.currencyDecimals;
    const view = { tracked, addressed, decimals };
    const app = createServiceApp({
      caller: parts.gateway,
      reads,
      declared: service.reads,
      locale: units,
      check: createDraftCheck(store, handlers, view),
      health: () => ({ database: isConnected(database) }),
      mountForOthers: (mounted) => {
        if (follower) {
          const followerOnly = callerOnly(follower);
          mounted.get('/followed-events', followerOnly, eventLogRoute(models));
          mountRecords(mounted, reads, followerOnly);
        }
        parts.mountForOthers?.(mounted);
      },
      mount: (mounted) => {
        mountIdentity(mounted, database);
        mountDiskSpace(mounted, database);
        mounted.get('/events', eventLogRoute(models, parts.ownerExists));
        mountOperations(mounted, models, {
          tracked: tracked as ShownRecords['tracked'],
          decimals,
          recordsOf: createShowListed(lists, createReportUnreadable(log)),
          lineRowsOf: createCountLineRows(lists),
        });
        if (rehearsed)
          mountRehearsals(mounted, createRehearse(store, handlers, { ...view, shown: rehearsed }));
        parts.mount?.(mounted);
      },
      log,
    });
    const listening = settings as SettingsOf<'catalog-api'>;
    const http = await listen(app, listening, { ...listening, log });
    return [() => http.close({ lingerMs }), () => database.close()];
  });
}

/** Serves the identity of the data, and stores the check values of the gateway's keys, because the gateway has no database. */
function mountIdentity(app: Express, database: Database): void {
  app.get('/identity', async (_request, response) => void response.json(await readIdentity(database)));
  app.post('/identity/keys', express.json(), async (request, response) => {
    response.json(await writeKeys(database, request.body as KeyChecks));
  });
}
