import { hash } from 'node:crypto';
import type { Channel, ChannelModel } from 'amqplib';
import type { ServiceName } from '../contracts/schema-kit/define.ts';

/** Commands of one service are spread over this many queues by the aggregate that they touch. */
export const partitions = 8;

/** Waits before a command that failed alone is tried again, then it is parked. */
export const retryDelays = [1000, 5000, 30_000] as const;

/** Commands that may wait in one queue before new ones are refused (503). */
const longestQueue = 50_000;

/**
 * Direct exchange that reaches the queues of one service by their names. The broker's default exchange reaches every
 * queue there is, and can be granted or refused only as a whole.
 */
export function serviceExchange(namespace: string, service: ServiceName): string {
  return `${namespace}.${service}`;
}

/** Direct exchange of replies: each gateway's own queue is bound by its name. */
export function repliesExchange(namespace: string): string {
  return `${namespace}.replies`;
}

export function commandQueue(namespace: string, service: ServiceName, partition: number): string {
  return `${namespace}.${service}.commands.${partition}`;
}

export function parkedQueue(namespace: string, service: ServiceName): string {
  return `${namespace}.${service}.parked`;
}

/** Where the broker puts what it gives up after too many deliveries: the worker writes that down, and parks it. */
export function givenUpQueue(namespace: string, service: ServiceName): string {
  return `${namespace}.${service}.given-up`;
}

export function retryExchange(namespace: string, service: ServiceName, delay: number): string {
  return `${namespace}.${service}.retry.${delay}`;
}

export function eventsExchange(namespace: string): string {
  return `${namespace}.events`;
}

export function eventQueue(namespace: string, service: ServiceName): string {
  return `${namespace}.${service}.events`;
}

/** The same aggregate always goes to the same queue, so that its commands stay in order. */
export function partitionOf(aggregate: string): number {
  return hash('md5', aggregate, 'buffer').readUInt32BE(0) % partitions;
}

const quorum = { 'x-queue-type': 'quorum' };
// RabbitMQ 4 drops a message after 20 deliveries unless it is told otherwise, and an operator's every look is one.
const endlessDeliveries = { 'x-delivery-limit': 1_000_000_000 };

/** Declares everything that one service's commands travel through. Idempotent. */
export async function declareCommandQueues(
  channel: Channel,
  namespace: string,
  service: ServiceName,
): Promise<void> {
  const exchange = serviceExchange(namespace, service);
  const parked = parkedQueue(namespace, service);
  await channel.assertExchange(exchange, 'direct', { durable: true });
  const givenUp = givenUpQueue(namespace, service);
  await declareNamed(channel, exchange, parked, endlessDeliveries);
  await declareNamed(channel, exchange, givenUp, deadLettersTo(exchange, parked));
  for (let partition = 0; partition < partitions; partition += 1) {
    await declareNamed(channel, exchange, commandQueue(namespace, service, partition), {
      ...deadLettersTo(exchange, givenUp),
      'x-max-length': longestQueue,
    });
  }
  for (const delay of retryDelays)
    await declareRetry(channel, retryExchange(namespace, service, delay), exchange, delay);
  await channel.assertExchange(repliesExchange(namespace), 'direct', { durable: true });
}

/**
 * For who sends commands: makes what these services' commands travel through where their exchanges are not there yet. On
 * servers of the store's own they are, and the gateway's user may not make anything.
 */
export async function ensureCommandQueues(
  connection: ChannelModel,
  namespace: string,
  services: readonly ServiceName[],
): Promise<void> {
  const exchanges = [
    ...services.map((service) => serviceExchange(namespace, service)),
    repliesExchange(namespace),
  ];
  if (await areThere(connection, exchanges)) return;
  const channel = await connection.createChannel();
  channel.on('error', () => undefined);
  for (const service of services) await declareCommandQueues(channel, namespace, service);
  await channel.close();
}

async function areThere(connection: ChannelModel, exchanges: readonly string[]): Promise<boolean> {
  const channel = await connection.createChannel();
  channel.on('error', () => undefined);
  try {
    for (const exchange of exchanges) await channel.checkExchange(exchange);
  } catch {
    // The broker closes the channel that asks for what is not there.
    return false;
  }
  await channel.close();
  return true;
}

/** One at a time takes from such a queue; what was delivered too often goes on to another. */
function deadLettersTo(exchange: string, queue: string): Record<string, unknown> {
  return {
    'x-single-active-consumer': true,
    'x-delivery-limit': 20,
    'x-dead-letter-exchange': exchange,
    'x-dead-letter-routing-key': queue,
    'x-dead-letter-strategy': 'at-least-once',
    'x-overflow': 'reject-publish',
  };
}

/** A quorum queue that its service's exchange reaches by its name. */
async function declareNamed(
  channel: Channel,
  exchange: string,
  queue: string,
  more: Record<string, unknown>,
): Promise<void> {
  await channel.assertQueue(queue, { durable: true, arguments: { ...quorum, ...more } });
  await channel.bindQueue(queue, exchange, queue);
}

/** A message waits here for its queue's TTL and goes back to the queue that its routing key names. */
async function declareRetry(channel: Channel, name: string, returnsTo: string, delay: number): Promise<void> {
  await channel.assertExchange(name, 'fanout', { durable: true });
  await channel.assertQueue(name, {
    durable: true,
    arguments: {
      ...quorum,
      'x-message-ttl': delay,
      'x-dead-letter-exchange': returnsTo,
      'x-dead-letter-strategy': 'at-least-once',
      'x-overflow': 'reject-publish',
    },
  });
  await channel.bindQueue(name, name, '');
}

/** The public exchange of events, and this service's queue of the ones it follows: after its command queues. */
export async function declareEvents(
  channel: Channel,
  namespace: string,
  follower: { service: ServiceName; patterns: readonly string[] } | null,
): Promise<void> {
  await channel.assertExchange(eventsExchange(namespace), 'topic', { durable: true });
  if (!follower) return;
  const queue = eventQueue(namespace, follower.service);
  const exchange = serviceExchange(namespace, follower.service);
  const parked = parkedQueue(namespace, follower.service);
  await declareNamed(channel, exchange, queue, deadLettersTo(exchange, parked));
  for (const pattern of follower.patterns) await channel.bindQueue(queue, eventsExchange(namespace), pattern);
}
