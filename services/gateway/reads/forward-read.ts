import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import type { AnyRead, Caller, ReadRequest } from '#shared/contracts/kit/define.ts';
import { exportOf, type ExportRequest } from '#shared/contracts/kit/exports.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import {
  readListQuery,
  readSumsQuery,
  readWalkQuery,
  type ListContract,
  type ListQuery,
} from '#shared/contracts/kit/list-query.ts';
import { costOf } from '#shared/contracts/kit/list-cost.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { listName } from '#shared/engine/exports/export-file.ts';
import { allowOwnCache } from '../http/caching.ts';
import { contextOf } from '../http/request-context.ts';
import type { RequestQuery } from '../http/request-query.ts';
import type { OpenReads, ReadKind } from '../limits/open-reads.ts';
import type { ReadEndpoint } from '../http/routes.ts';
import { askedExport, type Accepts } from './asked-export.ts';
import { sendFileHead } from './send-file-head.ts';
import type { ServiceClient } from './service-client.ts';
import { warnOfDialects } from './warn-of-dialects.ts';

interface RequestedRead {
  endpoint: ReadEndpoint;
  params: Record<string, number>;
  caller: Caller;
  query: RequestQuery;
  /** The absolute URL without its query. */
  url: string;
  ifNoneMatch: string | undefined;
  accepts: Accepts;
  /** A HEAD request for an export returns only the headers. */
  isHead: boolean;
}

export type ForwardRead = (asked: RequestedRead, response: Response) => Promise<void>;

const noList: ListQuery = { search: null, filters: {}, sort: [], paging: { kind: 'all' } };

export function createForwardRead({
  services,
  openReads,
  locale,
}: {
  services: Pick<ServiceClient, 'read'>;
  openReads: OpenReads;
  locale: StoreLocale;
}): ForwardRead {
  return async (asked, response) => {
    const { endpoint, params, caller, query, url, ifNoneMatch, isHead } = asked;
    const list = endpoint.declared.list as ListContract<unknown> | null;
    if (list) warnOfDialects(query.fields, response);
    const isWalked = endpoint.declared.walked === true;
    const sums = endpoint.declared.summed as ListContract<unknown> | undefined;
    const request: ReadRequest = {
      params,
      caller,
      language: contextOf(response).language,
      query: isWalked ? askedPage(query, locale) : noList,
      ...(list && askedList(list, asked, locale)),
      ...(sums && askedSums(sums, query, locale)),
      url,
      parameters: list || isWalked ? query.parameters : [],
    };
    if (list && exportOf(endpoint.declared)) response.vary('Accept');
    if (endpoint.declared.impersonal && !request.export) allowOwnCache(response);
    if (isHead && request.export) {
      sendFileHead(response, request.export, { what: listName(endpoint.id), locale });
      return;
    }
    const room = roomOf(endpoint.declared, request, caller);
    if (room !== 'brief' && (await hasLeft(response))) return;
    await openReads.begin(caller.subject, endpoint.service, room, response);
    await services.read({ endpoint, request, room, ifNoneMatch }, response);
  };
}

/** Sums and exports may read very many records, so they get expensive classes. */
export function roomOf(
  { list, file, summed }: Pick<AnyRead, 'list' | 'file' | 'summed'>,
  request: Pick<ReadRequest, 'query' | 'export'>,
  { area }: Pick<Caller, 'area'>,
): ReadKind {
  const ofList = list === null ? 'page' : costOf(list as ListContract<unknown>, request.query);
  const cost = summed ? 'scan' : ofList;
  if (file || (cost === 'all' && request.export)) return 'export';
  if (cost === 'page') return 'brief';
  if (cost === 'all') return area === 'client' ? 'clientWhole' : 'whole';
  return area === 'client' ? 'clientScan' : 'scan';
}

function askedSums(
  sums: ListContract<unknown>,
  { fields: sent }: RequestQuery,
  locale: StoreLocale,
): Pick<ReadRequest, 'query' | 'by'> {
  const { query, by, errors } = readSumsQuery(sums, sent, locale);
  if (errors.length > 0) throw new Problem('validation_failed', { fields: errors });
  return { query, by };
}

function askedPage({ fields: sent }: RequestQuery, locale: StoreLocale): ListQuery {
  const { query, errors } = readWalkQuery(sent, locale);
  if (errors.length > 0) throw new Problem('validation_failed', { fields: errors });
  return query;
}

function askedList(
  list: ListContract<unknown>,
  { endpoint, query: { fields: sent }, accepts }: Pick<RequestedRead, 'endpoint' | 'query' | 'accepts'>,
  locale: StoreLocale,
): { query: ListQuery; export?: ExportRequest } {
  const { request, errors: ofExport } = askedExport(exportOf(endpoint.declared), { sent, accepts }, locale);
  const { query, errors } = readListQuery(list, sent, locale);
  const all = [...errors, ...ofExport];
  if (all.length > 0) throw new Problem('validation_failed', { fields: all });
  return { query, ...(request && { export: request }) };
}

/**
 * If the client closed its connection right after the request, destroys the response. Call this only for
 * slow responses, because Node notices the close only after two turns of its event loop.
 */
export async function hasLeft(response: ServerResponse): Promise<boolean> {
  await nextTurn();
  await nextTurn();
  if (response.req.socket.readableEnded) response.destroy();
  return response.destroyed;
}
