import { describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { wayTo, type SeenSpan } from '../support/trace-receiver.ts';
import { checkoutRequest, receiver, store, traceIds } from './observed-store.ts';

function spansOf(traceId: string): SeenSpan[] {
  return receiver.spans.filter((span) => span.traceId === traceId);
}

/** The path from the root to the span with this name, once the span has arrived. */
async function way(traceId: string, service: string, name: string): Promise<string[]> {
  const last = await eventually(`the span ${name} of ${service}`, () => {
    const found = spansOf(traceId).find((span) => span.service === service && span.name === name);
    // A parent span ends after its children, so it is sent later.
    return found && wayTo(found, spansOf(traceId))[0]?.startsWith('gateway server') ? found : null;
  });
  return wayTo(last, spansOf(traceId));
}

describe('a trace', () => {
  const checkout = 'gateway server POST /api/client/orders/checkout';

  test('the trace of a write contains the request, the published command, the worker and the database transaction', async () => {
    expect(await way(traceIds.checkout, 'orders-worker', 'batch transaction')).toEqual([
      checkout,
      'gateway producer orders.checkout publish',
      'orders-worker consumer orders.checkout process',
      'orders-worker client batch transaction',
    ]);
  });

  test('the trace of a write contains a published event and the service that consumes the event', async () => {
    const event = 'catalog.product.created.v1';
    expect(await way(traceIds.product, 'orders-worker', `${event} process`)).toEqual([
      'gateway server POST /api/admin/products',
      'gateway producer products.create publish',
      'catalog-worker consumer products.create process',
      `catalog-worker producer ${event} publish`,
      `orders-worker consumer ${event} process`,
    ]);
  });

  test('the trace of bulk work contains the request, the command, the bulk job and a transaction of the job', async () => {
    const job = await eventually('a commit inside the job', () => {
      const commits = spansOf(traceIds.bulk).filter(
        ({ service, name }) => service === 'catalog-worker' && name === 'batch transaction',
      );
      const ways = commits.map((span) => wayTo(span, spansOf(traceIds.bulk)));
      return ways.find((steps) => steps.length === 6 && steps[0]?.startsWith('gateway server'));
    });
    expect(job).toEqual([
      'gateway server PUT /api/admin/products/bulk-update',
      'gateway producer products.bulk-update publish',
      'catalog-worker consumer products.bulk-update process',
      'catalog-worker producer catalog-bulk publish',
      'catalog-worker consumer catalog-bulk process',
      'catalog-worker client batch transaction',
    ]);
  });

  test('the trace of a read contains the gateway’s request and the service that responds to it', async () => {
    expect(await way(traceIds.checkout, 'orders-api', 'read own-orders.list')).toEqual([
      'gateway server GET /api/client/orders',
      'gateway client HTTP orders',
      'orders-api server GET /reads/own-orders.list',
      'orders-api client read own-orders.list',
    ]);
  });

  test('spans describe request, queue and message by the OpenTelemetry semantic conventions', async () => {
    await way(traceIds.checkout, 'orders-worker', 'batch transaction');
    const named = (name: string) => spansOf(traceIds.checkout).find((span) => span.name === name)?.attributes;
    expect(named('POST /api/client/orders/checkout')).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/client/orders/checkout',
      'http.response.status_code': 201,
      'store.request_id': checkoutRequest,
    });
    const published = named('orders.checkout publish');
    const message = {
      'messaging.system': 'rabbitmq',
      'messaging.message.id': expect.stringMatching(/^[\w-]{16,}$/) as unknown,
    };
    expect(published).toMatchObject({
      ...message,
      'messaging.operation.type': 'send',
      'messaging.destination.name': `${store.namespace}.orders`,
    });
    expect(named('orders.checkout process')).toMatchObject({
      ...message,
      'messaging.message.id': published?.['messaging.message.id'],
      'messaging.operation.type': 'process',
      'messaging.destination.name': expect.stringMatching(/\.orders\.commands\.\d$/) as unknown,
      'messaging.batch.message_count': 1,
      'store.outcome': 'ok',
    });
    expect(named('batch transaction')).toMatchObject({ 'db.system.name': 'mongodb' });
  });

  test('if the caller’s trace header marks the trace as not sampled, the store exports no spans of the trace', async () => {
    await way(traceIds.bulk, 'catalog-worker', 'catalog-bulk process');
    expect(spansOf(traceIds.dropped)).toEqual([]);
  });
});
