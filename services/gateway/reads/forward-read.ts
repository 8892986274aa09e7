import type { Request, Response } from 'express';
import type { Caller, ReadRequest } from '#shared/contracts/schema-kit/define.ts';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import { readListQuery } from '#shared/contracts/schema-kit/list-query.ts';
import type { ListContract, ListQuery } from '#shared/contracts/schema-kit/list-query.ts';
import { Problem } from '#shared/errors.ts';
import { parseForm } from '../body/form-fields.ts';
import { normaliseText } from '../body/normalise-text.ts';
import { contextOf, pathOf } from '../http/request-context.ts';
import type { Endpoint } from '../routes.ts';
import type { ServiceClient } from './service-client.ts';

const nothingAsked: ListQuery = { search: null, filters: {}, sort: [], paging: { kind: 'all' } };

/** The query string as nested data; empty parameters are absent. */
export function readQuery(request: Request): Record<string, unknown> {
  const text = request.originalUrl.split('?').slice(1).join('?');
  return withoutBlanks(normaliseText(parseForm(text, 'malformed_query')) as Record<string, unknown>);
}

function withoutBlanks(values: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, isPlain(value) ? withoutBlanks(value) : value] as const);
  return Object.fromEntries(kept);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Answers a read: what was asked, validated, goes to the service that owns it; its answer is streamed through. */
export function createReadAnswer(deps: {
  services: Pick<ServiceClient, 'read'>;
  locale: StoreLocale;
  baseUrl: (request: Request) => string;
}) {
  return async (
    endpoint: Extract<Endpoint, { kind: 'read' }>,
    params: Record<string, number>,
    caller: Caller,
    request: Request,
    response: Response,
  ): Promise<void> => {
    const { language } = contextOf(response);
    const { list } = endpoint.declared;
    const asked: ReadRequest = {
      params,
      caller,
      language,
      query: list ? listQuery(list as ListContract<unknown>, request, deps.locale) : nothingAsked,
      url: deps.baseUrl(request) + pathOf(request),
      parameters: list ? callersParameters(request) : [],
    };
    await deps.services.read(
      endpoint.service,
      endpoint.id,
      asked,
      request.headers['if-none-match'],
      response,
    );
  };
}

function listQuery(list: ListContract<unknown>, request: Request, locale: StoreLocale): ListQuery {
  const { query, errors } = readListQuery(list, readQuery(request), locale);
  if (errors.length > 0) throw new Problem('validation_failed', { fields: errors });
  return query;
}

/** For page links: the caller's own, in their order; empty ones are left out, as http_build_query does. */
function callersParameters(request: Request): [string, string][] {
  const text = request.originalUrl.split('?').slice(1).join('?');
  return [...new URLSearchParams(text)].filter(([, value]) => value !== '');
}
