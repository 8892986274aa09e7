import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { commandFromEvent, type CloudEvent } from '#shared/engine/commands/messages.ts';
import { copyInEvent, productCopyHandlers } from '#services/orders/stock/product-copy.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import { decide, earlier, world } from '../support/orders-world.ts';
import { ended } from '../support/outcome.ts';

function event(version: number, kind: 'created' | 'updated' | 'deleted', minor = 1250): CloudEvent {
  const data = {
    version,
    id: 7,
    price: toMajor(minor, 2),
    manufacturing_price: 7,
    is_active: true,
    name: `v${version}`,
    en: { name: `v${version}`, description: 'x' },
    ar: { name: `ن${version}`, description: 'x' },
  };
  return {
    specversion: '1.0',
    id: `event-${version}`,
    source: '/catalog',
    type: `catalog.product.${kind}.v1`,
    subject: 'products/7',
    time: earlier,
    datacontenttype: 'application/json',
    data,
  };
}

const deliver = (events: CloudEvent[]) =>
  decide(
    world(),
    events.map((one) => ({ command: commandFromEvent(one), keepsInbox: false })),
  );

describe('the copy of a product', () => {
  test('the orders service’s copy of a product has the state of the newest event, in whatever sequence and however often events arrive', () => {
    const history = [
      event(1, 'created'),
      event(2, 'updated', 999),
      event(3, 'updated', 1),
      event(4, 'deleted'),
    ];
    const deliveries = fc.array(fc.constantFrom(...history), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(deliveries, (events) => {
        const { state, work } = deliver(events);
        const newest = Math.max(...events.map(({ data }) => data.version));
        expect(state.products.get(7)).toMatchObject({
          _id: 7,
          version: newest,
          en: { name: `v${newest}` },
          ar: { name: `ن${newest}` },
          is_deleted: newest === 4,
        });
        expect(work.inbox).toEqual([]);
      }),
    );
  });

  test.each(Object.entries(productCopyHandlers(2)))(
    'the orders service’s handler of the event %s loads the copy of the product that the event is about',
    (_type, { needs }) => {
      expect(needs(commandFromEvent(event(1, 'updated')) as never)).toEqual({ productCopies: [7] });
      expect(needs({ ...commandFromEvent(event(1, 'updated')), body: {} })).toEqual({ productCopies: [] });
    },
  );

  test('the orders service can copy a product from an event only if the event contains the product’s English and Arabic names', () => {
    const { data } = event(3, 'updated');
    expect(copyInEvent(data, 2)).toMatchObject({ _id: 7, version: 3, price: 1250, is_deleted: false });
    for (const language of ['en', 'ar'])
      expect(copyInEvent({ ...data, [language]: undefined }, 2)).toBeNull();
  });

  test('the orders service’s copy of a deleted product is not restored by a late event', () => {
    expect(deliver([event(4, 'deleted'), event(3, 'updated')]).state.products.get(7)?.is_deleted).toBe(true);
  });

  test('a redelivered product event, or an update event with invalid product data, does not change the orders service’s copy of the product', () => {
    const [first, damaged, deleted] = [event(2, 'updated'), event(3, 'updated'), event(4, 'deleted')];
    damaged.data['price'] = -1;
    deleted.data['price'] = -1;
    const { state, work } = deliver([first, damaged]);
    expect(work.results.map(ended)).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(state.products.get(7)).toMatchObject({ version: 2, price: 1250 });
    const again = decide(state, [{ command: commandFromEvent(first), keepsInbox: false }]);
    expect(again.work.writes).toEqual([]);
    // A damaged product is also no longer for sale after it was deleted.
    expect(deliver([first, deleted]).state.products.get(7)).toMatchObject({ version: 4, is_deleted: true });
  });

  test('the orders service’s copy of a product has the exact price to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (minor) => {
        expect(deliver([event(1, 'created', minor)]).state.products.get(7)?.price).toBe(minor);
      }),
    );
  });
});
