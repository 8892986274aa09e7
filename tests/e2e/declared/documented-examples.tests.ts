import { beforeAll, describe, expect, test } from '@jest/globals';

import { document, resolved } from '../../support/documented-answer.ts';
import { formFields } from '../../support/form-fields.ts';
import type { Answer } from '../../support/request.ts';
import { seedStore } from '../../support/seed-store.ts';
import { make, store } from '../outages/outage-store.ts';

/*
 * Sends the examples of every operation in the OpenAPI document to a store with the seed data of `npm start`.
 * tests/support/request.ts compares each response with the document.
 */

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
}
interface Operation {
  operationId: string;
  security: { bearer: string[] }[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { example: Record<string, unknown> }> };
  responses: Record<string, unknown>;
}
type Example = Operation & { method: string; path: string };

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...(operation as unknown as Operation),
    method: method.toUpperCase(),
    path,
  })),
);
/** The sequence of the methods: reads come before changes. `later` delays changes of records that other examples need. */
const turns = ['GET', 'POST', 'PUT', 'DELETE'];
const later: Readonly<Record<string, number>> = {
  productsBulkUpdate: 2.1,
  ordersCancel: 2.2,
  ordersDelete: 3.1,
  subscriptionsBulkDelete: 3.2,
  productsBulkDelete: 3.2,
  ordersBulkDelete: 3.2,
  usersDelete: 3.3,
};
const turnOf = ({ method, operationId: id }: Example) => later[id] ?? turns.indexOf(method);
/** The examples in a sequence in which each of them succeeds in a seeded store. */
const inTurn = operations.toSorted((a, b) => turnOf(a) - turnOf(b));

let tokens: Record<'admin' | 'client', string>;
let operationId: string;

function send(example: Example, type = 'application/json'): Promise<Answer> {
  const { method, path, security, parameters, requestBody } = example;
  const named = new Map(parameters.map(resolved<Parameter>).map((parameter) => [parameter.name, parameter]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    name === 'id' ? operationId : String(named.get(name)?.example),
  );
  const token = security[0]?.bearer.includes('client') ? tokens.client : tokens.admin;
  const body = requestBody?.content['application/json']?.example;
  if (body === undefined) return store.request(method, filled, { token });
  if (type === 'application/json') return store.request(method, filled, { token, json: body });
  const form = new URLSearchParams(formFields(body));
  return store.request(method, filled, { token, body: form.toString(), headers: { 'content-type': type } });
}

/**
 * Expected statuses. 409 is allowed for finished operations, for parked operations, which a seeded store lacks, and for
 * deleting a customer with open orders.
 */
const expected = ({ operationId: id, responses }: Example) =>
  [
    'operationsCancel',
    'operationsRedrive',
    'operationsDiscard',
    'operationsApply',
    'operationsUndo',
    'usersDelete',
  ].includes(id)
    ? [200, 204, 409]
    : Object.keys(responses)
        .map(Number)
        .filter((status) => status < 300);

describe('the examples of the OpenAPI document', () => {
  beforeAll(async () => {
    tokens = { admin: await store.adminToken(), client: await store.clientToken(1) };
    await seedStore(store.url, tokens);
    // The examples name the webhook endpoint 1 and a delivery to it, which the seed data lacks.
    await make.newWebhook();
    const accepted = await store.request('PUT', '/api/admin/subscriptions/bulk-update', {
      token: tokens.admin,
      headers: { prefer: 'respond-async' },
      json: { ids: [1, 2], status: 'active' },
    });
    operationId = (accepted.body as { data: { id: string } }).data.id;
  });

  test.each(inTurn.map((example) => [`${example.method} ${example.path}`, example] as const))(
    'the endpoint %s accepts its example from the OpenAPI document as JSON and, if the request can be repeated, also as a form',
    async (_name, example) => {
      const answer = await send(example);
      expect([expected(example).includes(answer.status), answer.status, answer.text]).toEqual([
        true,
        answer.status,
        answer.text,
      ]);
      if (example.requestBody === undefined || !/Update|cartAdd|cartSet|inventory/.test(example.operationId))
        return;
      // Requests that can be repeated are also sent as a form.
      const asForm = await send(example, 'application/x-www-form-urlencoded');
      expect([asForm.status, asForm.text]).toEqual([answer.status, asForm.text]);
    },
  );
});
