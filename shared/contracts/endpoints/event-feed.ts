import { serviceNames, type ServiceName } from '../kit/define.ts';
import {
  arrayOf,
  booleanSchema,
  momentSchema,
  objectOf,
  textSchema,
  type SchemaOf,
} from '../kit/resource-schema.ts';

/** The record's version; further fields depend on the event type. */
const eventDataSchema: SchemaOf<{ version: number }> = {
  type: 'object',
  properties: { version: { type: 'integer', minimum: 1 } },
  required: ['version'],
  additionalProperties: true,
  description: 'The data of this type, as described in `/asyncapi.json`.',
};

const eventSchema = objectOf(
  {
    specversion: { ...textSchema, const: '1.0' },
    id: { ...textSchema, description: 'The same wherever the event is published.' },
    source: { ...textSchema, description: 'The service: `/orders`.' },
    type: { ...textSchema, description: '`orders.order.placed.v2`.' },
    subject: { ...textSchema, description: 'The record: `orders/12`.' },
    time: momentSchema,
    datacontenttype: { ...textSchema, const: 'application/json' },
    traceparent: textSchema,
    data: eventDataSchema,
  },
  ['traceparent'],
);

const service: SchemaOf<ServiceName> = { type: 'string', enum: [...serviceNames] };

const eventPageMetaSchema = objectOf({
  next: { ...textSchema, description: 'The cursor for the next request.' },
  has_more: { ...booleanSchema, description: 'More events are waiting: send the next request immediately.' },
  delayed: { ...arrayOf(service), description: 'Unavailable services, whose events come later.' },
});

export const eventPageSchema = objectOf({ data: arrayOf(eventSchema), meta: eventPageMetaSchema });

/** The schemas of the event feed, keyed by their names in the OpenAPI documents. */
export const eventFeedSchemas = {
  Event: eventSchema,
  EventData: eventDataSchema,
  EventPage: eventPageSchema,
  EventPageMeta: eventPageMetaSchema,
};
