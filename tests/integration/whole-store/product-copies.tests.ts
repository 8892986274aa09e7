import { expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import type mongoose from 'mongoose';

import { eventQueue, eventsExchange } from '#shared/platform/amqp/topology.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { eventually } from '../../support/eventually.ts';
import { client, store } from './whole-store.ts';

const text = { name: 'Coffee', description: 'Whole beans' };

async function send(method: string, path: string, json?: object): Promise<{ id: number }> {
  const token = await store.adminToken();
  const answer = await store.request(method, path, { token, ...(json && { json }) });
  return (answer.body as { data?: { id: number } } | null)?.data ?? { id: 0 };
}

const newProduct = (price: number) =>
  send('POST', '/api/admin/products', { price, manufacturing_price: 1, is_active: 1, en: text, ar: text });

function products(service: 'orders' | 'catalog'): mongoose.mongo.Collection<ProductCopy> {
  return client.db(`${store.namespace}_${service}`).collection<ProductCopy>('products');
}

const copyOf = (id: number) => products('orders').findOne({ _id: id });

test('after its event queue is deleted and recreated, the orders service corrects the product copies that missed changes', async () => {
  const broker = await connect(store.servers.rabbitmqUrl);
  const [changed, deleted, damaged] = [await newProduct(5), await newProduct(6), await newProduct(7)];
  const ids = [changed.id, deleted.id, damaged.id];
  const copies = () => products('orders').countDocuments({ _id: { $in: ids } });
  await eventually('three copies', async () => (await copies()) === 3);
  const channel = await broker.createChannel();
  const queue = eventQueue(store.namespace, 'orders');
  await channel.unbindQueue(queue, eventsExchange(store.namespace), 'catalog.product.*.v1');

  await send('DELETE', `/api/admin/products/${deleted.id}`);
  const made = await newProduct(3);
  await products('catalog').updateOne({ _id: damaged.id }, { $set: { price: -5 }, $inc: { version: 1 } });
  let version = 1;
  // The orders service compares its copies with the catalog from time to time. A comparison in progress can still copy a change,
  // so this changes the product until the copy misses one change.
  await eventually('a change that is missed', async () => {
    version += 1;
    await send('PUT', `/api/admin/products/${changed.id}`, { price: 5 + version });
    return (await copyOf(changed.id))?.version !== version;
  });

  await channel.deleteQueue(queue);
  await eventually('the copies', async () => {
    const [one, gone, another] = [await copyOf(changed.id), await copyOf(deleted.id), await copyOf(made.id)];
    return one?.version === version && gone?.is_deleted === true && another !== null;
  });
  expect(await copyOf(changed.id)).toMatchObject({ price: (5 + version) * 100, is_deleted: false });
  expect(await copyOf(made.id)).toMatchObject({ price: 300, version: 1, en: { name: 'Coffee' } });
  // A product with an invalid price is neither copied nor treated as deleted.
  expect(await copyOf(damaged.id)).toMatchObject({ price: 700, version: 1, is_deleted: false });
  await broker.close();
});
