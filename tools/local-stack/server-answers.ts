import { Redis } from 'ioredis';
import mongoose from 'mongoose';

import { connectBroker } from '#shared/amqp/connection.ts';

/** Each function resolves to true if the server responds and accepts the credentials in its address. Otherwise it rejects. */
export const answers = { mongodb, redis, rabbitmq };

async function mongodb(uri: string): Promise<boolean> {
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 3_000 });
  try {
    await client.db('admin').command({ ping: 1 });
    return true;
  } finally {
    await client.close();
  }
}

async function redis(uri: string): Promise<boolean> {
  const client = new Redis(uri, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return true;
  } finally {
    client.disconnect();
  }
}

async function rabbitmq(uri: string): Promise<boolean> {
  const connection = await connectBroker(uri, 'answers');
  connection.on('error', () => undefined);
  await connection.close();
  return true;
}
