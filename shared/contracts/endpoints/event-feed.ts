import { serviceNames, type ServiceName } from '../kit/define.ts';
import * as s from '../kit/resource-schema.ts';

/** The record's version; further fields depend on the event type. */
const eventDataSchema: s.SchemaOf<{ version: number }> = s.called('EventData', {
  type: 'object',
  properties: { version: { type: 'integer', minimum: 1 } },
  required: ['version'],
  additionalProperties: true,
  description: 'The data of this type, as described in `/asyncapi.json`.',
});

const eventSchema = s.named(
  'Event',
  {
    specversion: { ...s.text, const: '1.0' },
    id: s.described(s.text, 'The same wherever the event is published.'),
    source: s.described(s.text, 'The service: `/orders`.'),
    type: s.described(s.text, '`orders.order.placed.v2`.'),
    subject: s.described(s.text, 'The record: `orders/12`.'),
    time: s.moment,
    datacontenttype: { ...s.text, const: 'application/json' },
    traceparent: s.text,
    data: eventDataSchema,
  },
  ['traceparent'],
);

const service: s.SchemaOf<ServiceName> = { type: 'string', enum: [...serviceNames] };

const eventPageMetaSchema = s.named('EventPageMeta', {
  next: s.described(s.text, 'The cursor for the next request.'),
  has_more: s.described(s.boolean, 'More events are waiting: send the next request immediately.'),
  delayed: s.arrayOf(service, 'Unavailable services, whose events come later.'),
});

export const eventPageSchema = s.named('EventPage', {
  data: s.arrayOf(eventSchema),
  meta: eventPageMetaSchema,
});
