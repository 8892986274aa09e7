import { beforeAll, describe, expect, test } from '@jest/globals';

import { lists, named, reads, writes } from '../../support/endpoints.ts';
import { expectStatus } from '../../support/refusals.ts';
import { sendValid, validRequests, type RequestOf } from '../support/valid-request.ts';
import { expectConforms } from '../support/json-schema.ts';

let requestOf: RequestOf;
beforeAll(async () => void (requestOf = await validRequests([...reads, ...writes])));

describe('every declared read', () => {
  const walked = reads.filter(({ declared }) => declared.walked);
  const summed = reads.filter(({ declared }) => declared.summed);
  const others = new Set([...lists, ...walked, ...summed]);
  const single = reads.filter((endpoint) => !others.has(endpoint));

  test.each(named(single))(
    'the endpoint %s returns data that conforms to its declared schema',
    async (_name, endpoint) => {
      const reply = await sendValid(requestOf(endpoint));
      expect(reply.status).toBe(200);
      expectConforms(endpoint.declared.answers, reply.data);
    },
  );

  test.each(named(summed))(
    'the endpoint %s returns totals that conform to its declared schema',
    async (_name, endpoint) => {
      const reply = await sendValid(requestOf(endpoint));
      expect(reply.status).toBe(200);
      expectConforms(endpoint.declared.answers, JSON.parse(reply.text));
    },
  );

  test.each(named(walked))(
    'the endpoint %s returns a page whose records conform to its declared schema',
    async (_name, endpoint) => {
      const reply = await sendValid<unknown[]>(requestOf(endpoint));
      expect(reply.page.data.length).toBeGreaterThan(0);
      expect(reply.page.meta).toMatchObject({ per_page: 15, prev_cursor: null });
      expectConforms({ type: 'array', items: endpoint.declared.answers }, reply.data);
    },
  );

  test.each(named(lists))(
    'the endpoint %s returns a list whose records conform to its declared schema',
    async (_name, endpoint) => {
      const request = requestOf(endpoint);
      const reply = await sendValid<unknown[]>({ ...request, path: `${request.path}?paginate=true` });
      expect(reply.data.length).toBeGreaterThan(0);
      expectConforms({ type: 'array', items: endpoint.declared.answers }, reply.data);
    },
  );
});

type Made = Record<string, unknown>;

describe('every declared write', () => {
  test.each(named(writes))(
    'the endpoint %s accepts a valid request, and if it creates a record, the Location header is the URL of this record',
    async (_name, endpoint) => {
      const { declared } = endpoint;
      const request = requestOf(endpoint);
      const reply = await sendValid(request);
      expectStatus(reply, declared.status);
      if (declared.answers) expectConforms(declared.answers, reply.data);
      else expect(reply.text).toBe('');
      if (declared.status !== 201) return;
      const created = await request.caller.get(reply.header('location') ?? '');
      // If Location is the URL of a timeline, the new entry is the first entry of this timeline.
      const [made] = Array.isArray(created.data) ? (created.data as unknown[]) : [created.data];
      // The secret is shown only once, and the delivery may have had an attempt since its creation.
      const { secret: _secret, attempts: _attempts, next_attempt_at: _next, ...kept } = reply.data as Made;
      expect(made).toMatchObject(kept);
    },
  );
});
