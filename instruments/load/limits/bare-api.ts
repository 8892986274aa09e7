/**
 * A minimal API, which shows the highest possible rate of reads. An Express route runs the same query as the
 * store and sends the result as JSON. The API is one process, without gateway, token or validation.
 */
import express from 'express';
import { createLog } from '#shared/platform/process/log.ts';
import { connectDatabase } from '#shared/platform/mongo/connect.ts';
import { ordersModels } from '#services/orders/records/storage/orders-models.ts';
import { orderResource } from '#services/orders/orders/order-resource.ts';
import type { Order } from '#services/orders/records/tables.ts';

const { MONGODB_URI: uri = '', PORT: port = '', ORDERS_OF: ordersOf = '' } = process.env;
const database = await connectDatabase(uri, ordersOf, createLog('bare-api', 'error'));
const { orders } = ordersModels(database);
const shown = (order: Order) => orderResource(order, { area: 'admin', language: 'en', decimals: 2 });

const app = express().disable('x-powered-by').disable('etag');
app.get('/api/admin/orders/:order', async (request, response) => {
  const order = await orders.findById(Number(request.params.order)).lean<Order>();
  response.json({ data: order && shown(order) });
});
app.get('/api/admin/orders', async (request, response) => {
  const skip = (Number(request.query['page']) - 1) * 15;
  const [total, found] = await Promise.all([
    orders.estimatedDocumentCount(),
    orders.find().sort({ _id: -1 }).skip(skip).limit(15).lean<Order[]>(),
  ]);
  response.json({ data: found.map(shown), meta: { total } });
});
app.listen(Number(port), '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => process.exit(0));
