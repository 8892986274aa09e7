import { expect, test } from '@jest/globals';

import { codesOf } from '#services/gateway/docs/openapi-endpoints.ts';
import { codesOfLocal } from '#services/gateway/docs/openapi-locals.ts';
import { exampleDetails } from '#services/gateway/docs/openapi-responses.ts';
import { PlaceExpired } from '#services/gateway/events/feed.ts';
import { endpoints, locals, type Endpoint, type LocalEndpoint } from '#services/gateway/http/routes.ts';
import { arabicAttributes } from '#services/gateway/problems/messages.ar.ts';
import {
  englishRules,
  Problem,
  type FieldRule,
  type ProblemCode,
  type ProblemDetails,
} from '#shared/contracts/errors.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { languages, type Language } from '#shared/contracts/kit/languages.ts';
import { matchVersion } from '#shared/engine/decide/versioned-record.ts';
import { callerWith, type Reply } from '../../support/caller.ts';
import { named } from '../../support/endpoints.ts';
import { forEachCase } from '../../support/for-each-case.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { bulkOperation } from '../support/bulk-work.ts';
import { exampleRequest } from '../support/example-request.ts';
import { useGateway } from '../support/gateway.ts';
import { provocations, refuseWith } from '../support/provoking-requests.ts';

/*
 * Each endpoint responds in both languages with each declared code that a single request can cause. The requests derive from the
 * declarations, so a new endpoint needs no test here. The worker of these tests is a fake, so
 * tests/unit/contracts/every-command.test.ts checks that the real rule of each write compares If-Match.
 */

const gateway = await useGateway({
  reply: (command) => {
    const problem = problemOf(command);
    return problem && { correlationId: command.id, outcome: { problem }, replayed: false, at: 0 };
  },
  answer: () => {
    throw new Problem('not_found');
  },
  ask: (_service, _method, path) => {
    if (path.startsWith('/operations/unfinished')) return Promise.resolve({ count: 0 });
    const [command] = gateway.sent.filter(({ id, type }) => type.includes('.bulk-') && path.endsWith(id));
    if (!command) return Promise.resolve(null);
    const bulk = bulkOperation(command.id, 'succeeded');
    return Promise.resolve({ record: null, bulk, isWorkerAlive: true, takenUpTo: null });
  },
  feed: {
    closed: new AbortController().signal,
    page: (_following, places) => Promise.reject(new PlaceExpired(places)),
  },
});
const admin = callerWith(gateway, () => gateway.token());
/** Sends a write, and returns the id of its operation. */
async function newOperation(method: string, path: string, json?: object): Promise<string> {
  const headers = { prefer: 'respond-async' };
  return (await admin.send<{ id: string }>(method, path, { headers, ...(json && { json }) })).data.id;
}
/** A write that no worker has processed. */
const queued = await newOperation('DELETE', '/api/admin/orders/7');
/** Finished bulk work. */
const bulkWork = await newOperation('PUT', '/api/admin/orders/bulk-update', {
  ids: [7],
  status: 'confirmed',
});

/**
 * The error of the fake worker: the one that the request id asks for, or the error for an If-Match header that differs from
 * version 3, which every record has. Null: the worker does not reply in time.
 */
function problemOf(command: Command): ProblemDetails | null {
  const [, code] = command.requestId.split(refuseWith) as [string, ProblemCode | undefined];
  if (code !== undefined) return { code, ...exampleDetails[code] };
  try {
    matchVersion(command, { version: 3 });
    return null;
  } catch (error) {
    return (error as Problem).details;
  }
}

type AnyEndpoint = Endpoint | LocalEndpoint;
const all: AnyEndpoint[] = [...endpoints, ...locals];
const declaredCodes = (endpoint: AnyEndpoint) =>
  endpoint.kind === 'local' ? codesOfLocal(endpoint.declared) : codesOf(endpoint);

/** The id for the path: a record, or an operation that the endpoint accepts. So the request has no fault but the intended one. */
function exampleId({ kind, declared }: AnyEndpoint, code: ProblemCode): string {
  if (kind !== 'local') return '7';
  return declared.bulk && code === 'validation_failed' ? bulkWork : queued;
}

async function provoke(endpoint: AnyEndpoint, code: ProblemCode, language: Language): Promise<void> {
  const request = provocations[code]?.(endpoint);
  if (!request) return;
  const { scope, id = exampleId(endpoint, code), query = '', names, headers, ...sent } = request;
  const { caller: usual, method, path, body } = exampleRequest(gateway, endpoint, id);
  const token = () => (scope === null ? Promise.resolve(undefined) : gateway.token('7', scope));
  const caller = scope === undefined ? usual : callerWith(gateway, token);
  const reply = await caller.send(method, path + query, {
    ...(method !== 'GET' && sent.body === undefined && { json: body }),
    ...sent,
    headers: { ...headers, 'accept-language': language },
  });
  expectWording(reply, code, language);
  if (names) expect(Object.keys(reply.problem.errors ?? {})).toEqual(expect.arrayContaining(names));
  if (code === 'precondition_failed') expect(reply.header('etag')).toMatch(`"3-${language}`);
}

const script: Record<Language, RegExp> = {
  en: /^[A-Z“]\P{Script=Arabic}+$/u,
  ar: /^\P{Script=Latin}*\p{Script=Arabic}{2}/u,
};

/** Expects messages in this language that name each invalid field. */
function expectWording(reply: Reply, code: ProblemCode, language: Language): void {
  const { message, errors = {}, rules = {} } = expectRefusal(reply, code);
  expect(reply.header('content-language')).toBe(language);
  expect(message).toMatch(script[language]);
  expect(Object.keys(errors).length > 0).toBe(code === 'validation_failed' || code === 'illegal_transition');
  for (const [field, messages] of Object.entries(errors)) {
    for (const [index, text] of messages.entries()) {
      expect(text).toMatch(script[language]);
      const { rule } = rules[field]?.[index] ?? {};
      if (englishRules[rule as FieldRule].includes(':attribute'))
        expect(text).toContain(nameIn(language, field));
    }
  }
}

/** A field's name in a message. Filters, and fields of a list's entries, keep the name that the client sent. */
function nameIn(language: Language, field: string): string {
  if (/\.\d+(\.|$)/.test(field)) return field;
  if (language === 'en' || field.startsWith('filters.')) return field.replaceAll('_', ' ');
  return arabicAttributes[field] ?? `an Arabic name of ${field}`;
}

test.each(named(all))(
  'the endpoint %s responds in English and in Arabic with each declared error code that a single request can cause',
  async (_name, endpoint) => {
    const cases = declaredCodes(endpoint).flatMap((code) =>
      languages.map((language) => ({ code, language })),
    );
    const nameOf = ({ code, language }: (typeof cases)[number]) => `${code} in ${language}`;
    await forEachCase(cases, nameOf, ({ code, language }) => provoke(endpoint, code, language));
  },
);

test('every error code for which this file has a test request is declared by at least one endpoint', () => {
  const provoked = all.flatMap((endpoint) =>
    declaredCodes(endpoint).filter((code) => provocations[code]?.(endpoint)),
  );
  const codes = Object.keys(provocations) as ProblemCode[];
  expect([...new Set(provoked)].sort()).toEqual(codes.filter((code) => provocations[code]).sort());
});
