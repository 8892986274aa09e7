import { hash } from 'node:crypto';
import type { Channel, ChannelModel } from 'amqplib';
import { serviceNames, type ServiceName } from '../../contracts/kit/define.ts';
import { ensureClosed } from './connection.ts';

/** The number of command queues per service. The record that a command changes determines its queue. */
export const partitions = 8;

/** Delays in ms before the retries of a failed command. If the last retry fails, the worker parks it for an operator. */
export const retryDelays = [1000, 5000, 30_000] as const;

/** The longest command queue, in messages. The gateway rejects further commands with 503. */
const longestQueue = 50_000;

/**
 * The direct exchange for a service's queues. The routing key is the queue's name. The broker's default exchange is not used,
 * because it reaches every queue and permissions cannot restrict it.
 */
export function serviceExchange(namespace: string, service: ServiceName): string {
  return `${namespace}.${service}`;
}

/** The direct exchange for replies. The routing key is the name of a gateway's reply queue. */
export function repliesExchange(namespace: string): string {
  return `${namespace}.replies`;
}

/** The direct exchange for messages that wake background jobs (`bells.ts`). The routing key is a service and a bell's name. */
export function bellsExchange(namespace: string): string {
  return `${namespace}.bells`;
}

export function bellsQueue(namespace: string, service: ServiceName, process: string): string {
  return `${namespace}.${service}.bells.${process}`;
}

export function commandQueue(namespace: string, service: ServiceName, partition: number): string {
  return `${namespace}.${service}.commands.${partition}`;
}

export function parkedQueue(namespace: string, service: ServiceName): string {
  return `${namespace}.${service}.parked`;
}

/** For commands that the broker dead-letters after 20 deliveries. The worker runs each alone, and parks it after six failures. */
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

/** `aggregate`: the record that a command changes. All commands on one record use the same queue, so that they run in order. */
export function partitionOf(aggregate: string): number {
  return hash('md5', aggregate, 'buffer').readUInt32BE(0) % partitions;
}

type QueueKind = 'commands' | 'events' | 'retry' | 'given_up' | 'parked';

/** All queues that keep a service's messages across restarts. */
export function queuesOf(namespace: string, service: ServiceName): { name: string; kind: QueueKind }[] {
  return [
    ...Array.from({ length: partitions }, (_, partition) => ({
      name: commandQueue(namespace, service, partition),
      kind: 'commands' as const,
    })),
    ...retryDelays.map((delay) => ({
      name: retryExchange(namespace, service, delay),
      kind: 'retry' as const,
    })),
    { name: givenUpQueue(namespace, service), kind: 'given_up' },
    { name: parkedQueue(namespace, service), kind: 'parked' },
    { name: eventQueue(namespace, service), kind: 'events' },
  ];
}

const quorum = { 'x-queue-type': 'quorum' };
// RabbitMQ's default is to delete a message after 20 deliveries. Each time an operator lists the parked messages, the broker
// counts one more delivery of each of them.
const endlessDeliveries = { 'x-delivery-limit': 1_000_000_000 };

/** Declares a service's exchange and queues for commands. May run repeatedly. Fails if a queue exists with other arguments. */
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
 * Call this before sending commands. Declares the services' exchanges and queues if an exchange is missing. Where RabbitMQ has
 * permissions for each user, the exchanges exist already, and the gateway's user may not declare any.
 */
export async function ensureCommandQueues(connection: ChannelModel, namespace: string): Promise<void> {
  const ofServices = serviceNames.map((service) => serviceExchange(namespace, service));
  await declareUnlessThere(connection, [...ofServices, repliesExchange(namespace)], async (channel) => {
    for (const service of serviceNames) await declareCommandQueues(channel, namespace, service);
  });
}

/** Declares the exchange if it is missing. A user without permission to declare it needs an existing exchange. */
export async function ensureBells(connection: ChannelModel, namespace: string): Promise<void> {
  const bells = bellsExchange(namespace);
  await declareUnlessThere(connection, [bells], (channel) =>
    channel.assertExchange(bells, 'direct', { durable: true }),
  );
}

async function declareUnlessThere(
  connection: ChannelModel,
  exchanges: readonly string[],
  declare: (channel: Channel) => Promise<unknown>,
): Promise<void> {
  if (await areThere(connection, exchanges)) return;
  const channel = await openChannel(connection);
  await declare(channel);
  await ensureClosed(channel);
}

/** Opens a channel. A channel's error rejects the failing call, and does not end the process as an unhandled event. */
export async function openChannel(connection: ChannelModel): Promise<Channel> {
  const channel = await connection.createChannel();
  channel.on('error', () => undefined);
  return channel;
}

async function areThere(connection: ChannelModel, exchanges: readonly string[]): Promise<boolean> {
  const channel = await openChannel(connection);
  try {
    for (const exchange of exchanges) await channel.checkExchange(exchange);
  } catch {
    // The broker closes the channel if the exchange is missing.
    return false;
  }
  await ensureClosed(channel);
  return true;
}

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

async function declareNamed(
  channel: Channel,
  exchange: string,
  queue: string,
  more: Record<string, unknown>,
): Promise<void> {
  await channel.assertQueue(queue, { durable: true, arguments: { ...quorum, ...more } });
  await channel.bindQueue(queue, exchange, queue);
}

/**
 * A message waits in this queue for `delay` ms. The broker then moves it to the exchange `returnsTo`, with its original routing
 * key.
 */
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

/** With `follower`, also declares the queue in which this service receives matching events. Call after `declareCommandQueues`. */
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
