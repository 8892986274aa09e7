/**
 * A minimal worker, which shows the highest possible rate of checkouts. It consumes commands, writes the same
 * documents as the store in one transaction, replies and acks. It has no rules, retries, redeliveries or
 * published events.
 */
import { connect, type ConsumeMessage } from 'amqplib';
import { createLog } from '#shared/platform/process/log.ts';
import { connectDatabase } from '#shared/platform/mongo/connect.ts';
import { engineModels } from '#shared/engine/commands/engine-models.ts';
import { buildIndexes } from '#shared/platform/mongo/build-indexes.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import { ordersModels } from '#services/orders/records/storage/orders-models.ts';
import type { Cart } from '#services/orders/records/tables.ts';
import { bareCheckout, type BareCommand, type BareDocuments } from './bare-checkout.ts';
import { bareQueue, queues } from './bare-queues.ts';

const { RABBITMQ_URL: url = '', MONGODB_URI: uri = '', DATABASE: name = '' } = process.env;
const log = createLog('bare-worker', 'error');
const database = await connectDatabase(uri, name, log);
const models = ordersModels(database);
const batch = engineModels(database);
await buildIndexes(database);
let nextId = ((await models.orders.findOne().sort({ _id: -1 }).lean())?._id ?? 0) + 1;

const connection = await connect(url, { noDelay: true });
const channel = await connection.createChannel();
await channel.prefetch(128);
const waiting: ConsumeMessage[] = [];
let wake: () => void = () => undefined;
for (let queue = 0; queue < queues; queue += 1) {
  await channel.assertQueue(bareQueue(queue), { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.consume(bareQueue(queue), (message) => {
    if (message) waiting.push(message);
    wake();
  });
}
console.log('listening');
process.on('SIGTERM', () => process.exit(0));

for (;;) {
  if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
  const messages = waiting.splice(0, 256);
  const commands = messages.map(({ content }) => JSON.parse(content.toString()) as BareCommand);
  const users = commands.map(({ userId }) => userId);
  const carts = await models.carts.collection.find<Cart>({ _id: { $in: users as never } }).toArray();
  const now = new Date().toISOString();
  const cartOf = new Map(carts.map((cart) => [cart._id, cart]));
  const made = commands.map((command) => {
    const cart = cartOf.get(command.userId);
    if (!cart) throw new Error(`No cart was filled for user ${command.userId}`);
    return bareCheckout(command, cart, nextId++, now);
  });
  await commit(made, now);
  for (const [index, message] of messages.entries()) {
    const { replyTo, correlationId } = message.properties as { replyTo: string; correlationId: string };
    channel.sendToQueue(replyTo, Buffer.from(made[index]?.answer ?? ''), { correlationId });
  }
  const last = messages.at(-1);
  if (last) channel.ack(last, true);
}

async function commit(made: BareDocuments[], at: string): Promise<void> {
  const stock = new Map<number, number>();
  for (const { order } of made)
    for (const item of order.items)
      stock.set(item.product_id, (stock.get(item.product_id) ?? 0) + item.amount);
  await inTransaction(database, async (session) => {
    await batch.inbox.collection.insertMany(
      made.map(({ inbox }) => inbox),
      { session },
    );
    await models.orders.collection.insertMany(made.map(({ order }) => order) as never, { session });
    await models.items.collection.insertMany(
      made.flatMap(({ items }) => items),
      { session },
    );
    const emptied = made.map(({ cart: { _id, ...fields } }) => ({
      updateOne: { filter: { _id }, update: { $set: fields } },
    }));
    await models.carts.collection.bulkWrite(emptied as never, { session });
    const taken = [...stock].map(([_id, units]) => ({
      updateOne: {
        filter: { _id },
        update: { $inc: { stock: -units, held: units, version: 1 }, $set: { updated_at: at } },
        upsert: true,
      },
    }));
    await models.inventory.collection.bulkWrite(taken as never, { session });
    await batch.ledger.collection.insertMany(made.map(({ row }) => row) as never, { session });
    await batch.eventLog.collection.insertOne(
      { at, position: 0, count: made.length, events: made.map(({ event }) => event) },
      { session },
    );
  });
}
