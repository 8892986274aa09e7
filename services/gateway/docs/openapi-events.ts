import type { JsonSchema, StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import type { ProblemCode } from '#shared/errors.ts';
import { eventsQuery } from '../events/events-query.ts';
import { commonCodes } from './openapi-endpoints.ts';
import { lastEventId } from './openapi-operations.ts';
import { parameterRef, queryParameter } from './openapi-parameters.ts';
import { problemResponses, response } from './openapi-responses.ts';
import { inputSchema, partSchemas, propertiesOf, schemaRef } from './openapi-schemas.ts';

export const eventCodes: readonly ProblemCode[] = [...commonCodes, 'validation_failed', 'cursor_expired'];

const exampleEvent = {
  specversion: '1.0',
  id: '0b0e7a5c-6f0b-4f39-8a54-0d1b4c6f9d10',
  source: '/orders',
  type: 'orders.order.status-changed.v2',
  subject: 'orders/12',
  time: '2026-01-31T09:30:00.000Z',
  datacontenttype: 'application/json',
  data: { version: 3, changed: ['status'], status: 'confirmed' },
};
const examplePage = { data: [exampleEvent], meta: { next: 'q9fW3z1c', has_more: false, delayed: [] } };
const exampleStream = `id: q9fW3z1c\nevent: ${exampleEvent.type}\ndata: ${JSON.stringify(exampleEvent)}\n\n`;

interface FeedTexts {
  operationId: string;
  scope: string;
  summary: string;
  description: string;
}

function feedEndpoint(
  { operationId, scope, summary, description }: FeedTexts,
  locale: StoreLocale,
): JsonSchema {
  const { names } = partSchemas(locale);
  const parameters = Object.entries(propertiesOf(inputSchema(eventsQuery, locale))).map(([name, schema]) =>
    queryParameter(name, schema, names),
  );
  return {
    operationId,
    summary,
    description: `${description} With \`Accept: text/event-stream\` the same live: \`id\` is the cursor, \`event\` the type, a heartbeat every 15 seconds; it ends with the token or the session.`,
    tags: ['Events'],
    security: [{ bearer: [scope] }],
    parameters: [...parameters, lastEventId, parameterRef('AcceptLanguage'), parameterRef('RequestId')],
    responses: {
      200: response('Events after the cursor.', {
        'application/json': { schema: schemaRef('EventPage'), example: examplePage },
        'text/event-stream': { schema: { type: 'string' }, example: exampleStream },
      }),
      ...problemResponses(eventCodes),
    },
  };
}

export function eventPaths(locale: StoreLocale): Record<string, Record<string, JsonSchema>> {
  const admin = {
    operationId: 'eventsList',
    scope: 'admin:read',
    summary: 'Follow what happens in the store',
    description:
      'A client that follows the cursor sees every committed change once, and the changes of a record in the order of its versions.',
  };
  const client = {
    operationId: 'ownEventsList',
    scope: 'client',
    summary: 'Follow what happens to one’s own orders',
    description:
      'As the store’s events, without who did it and without costs: every change of the caller’s orders once, in order.',
  };
  return {
    '/api/admin/events': { get: feedEndpoint(admin, locale) },
    '/api/client/events': { get: feedEndpoint(client, locale) },
  };
}
