/**
 * Every metric of the system, named by OpenTelemetry's semantic conventions if they define a name, else under `store.`.
 * Attributes have few values: routes are templates, and destinations and commands are declared names. Values recorded for
 * each message have no attributes, which is far cheaper. All other values are recorded per request, batch or scrape.
 */
import { meter } from './metrics-endpoint.ts';

const answerTimes = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const hopTimes = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const seconds = (description: string, boundaries = hopTimes) => ({
  description,
  unit: 's',
  advice: { explicitBucketBoundaries: boundaries },
});

// Requests
export const requestDuration = meter.createHistogram(
  'http.server.request.duration',
  seconds('Time from a request to the end of its answer.', answerTimes),
);
export const refusedByLimit = meter.createCounter('store.rate_limit.refusals', {
  description: 'Requests refused with 429.',
});
export const connectionsRefused = meter.createCounter('store.connections.refused', {
  description: 'Connections closed because their address, or the gateway, has as many open as it may.',
});
export const replayedAnswers = meter.createCounter('store.idempotency.replays', {
  description: 'Retries that were answered with the kept outcome.',
});

// Each step of a command, from the gateway to the reply
export const publishDuration = meter.createHistogram(
  'messaging.client.operation.duration',
  seconds('Time from publishing to the broker’s confirm.'),
);
export const commandWait = meter.createHistogram(
  'store.command.wait.duration',
  seconds('Time from the gateway’s acceptance of a command until a worker receives it.'),
);
export const batchDuration = meter.createHistogram(
  'messaging.process.duration',
  seconds('Time from taking a batch of messages to its commit, retries included.'),
);
export const replyDuration = meter.createHistogram(
  'store.command.reply.duration',
  seconds('Time from the commit of a batch until the gateway has received the reply.'),
);

export const unseenCommands = meter.createCounter('store.command.unseen', {
  description: 'Accepted commands that, a minute later, were in no queue and had been seen by no worker.',
});

// The workers
export const batchSize = meter.createHistogram('store.command.batch.size', {
  description: 'Messages decided in one transaction.',
  unit: '{message}',
  advice: { explicitBucketBoundaries: [1, 2, 4, 8, 16, 32, 64, 128, 256] },
});
export const decisions = meter.createCounter('store.command.decisions', {
  description: 'Commands and events decided, by type and outcome.',
});
export const batchRetries = meter.createCounter('store.command.batch.retries', {
  description: 'Batches that ran again: after a conflict, after an outage of the database, or halved.',
});
export const redeliveries = meter.createCounter('store.command.redeliveries', {
  description: 'Messages that the broker delivered more than once.',
});
export const putAside = meter.createCounter('store.command.put_aside', {
  description: 'Messages set aside: to be tried again later, or parked.',
});
export const heldMessages = meter.createObservableGauge('store.command.held', {
  description: 'Messages that this worker has taken and not finished.',
});
export const oldestMessageAge = meter.createObservableGauge('store.command.oldest.age', {
  description: 'Age of the oldest message that this worker has taken and not finished; 0 when there is none.',
  unit: 's',
});

// Queues, outbox, bulk work
export const queueMessages = meter.createObservableGauge('store.queue.messages', {
  description: 'Messages that wait in a queue, without those that a worker has received.',
});
export const queueConsumers = meter.createObservableGauge('store.queue.consumers', {
  description: 'Workers that consume a queue; one of them is active.',
});
export const missingQueues = meter.createObservableGauge('store.queue.missing', {
  description: '1 when the broker has no such queue, else 0.',
});
export const publishedEvents = meter.createCounter('messaging.client.sent.messages', {
  description: 'Events that the relay has published.',
});
export const feedWaiting = meter.createObservableGauge('store.feed.waiting', {
  description: 'Batches whose events have no position yet, and are in no feed.',
});
export const feedOldestAge = meter.createObservableGauge('store.feed.oldest.age', {
  description: 'Age of the oldest events without a position; 0 when there are none.',
  unit: 's',
});
export const outboxEntries = meter.createObservableGauge('store.outbox.entries', {
  description: 'Batches whose events are not published yet.',
});
export const outboxOldestAge = meter.createObservableGauge('store.outbox.oldest.age', {
  description: 'Age of the oldest unpublished events; 0 when there are none.',
  unit: 's',
});
export const bulkOperations = meter.createObservableGauge('store.bulk.operations', {
  description: 'Unfinished bulk operations, by status.',
});
export const bulkRecords = meter.createObservableGauge('store.bulk.records', {
  description: 'Records of unfinished bulk operations: in total, done and failed.',
});

// Webhooks, and stored records
export const webhookAttempts = meter.createCounter('store.webhook.attempts', {
  description: 'Attempts to deliver an event to a webhook endpoint, by outcome',
});
export const webhookWaiting = meter.createObservableGauge('store.webhook.waiting', {
  description: 'Deliveries to active webhook endpoints that still wait',
});
export const webhookOverdue = meter.createObservableGauge('store.webhook.overdue', {
  description: 'For how long the oldest due delivery has waited for its attempt',
  unit: 's',
});
export const webhookEndpoints = meter.createObservableGauge('store.webhook.endpoints', {
  description: 'Webhook endpoints by their status',
});

export const unreadableRecords = meter.createCounter('store.records.unreadable', {
  description: 'How often a damaged record was requested. The log names the record.',
});
export const healedCopies = meter.createCounter('store.product_copies.healed', {
  description: 'Copies of products that differed from the catalog and were repaired.',
});
export const refusedDeletions = meter.createCounter('store.product_copies.deletions_refused', {
  description: 'Copies of products that were not deleted, because the catalog lacked most of its products.',
});

// The audit
export const auditFindings = meter.createObservableGauge('store.audit.findings', {
  description: 'Findings of the last audit that it did not repair, by rule.',
});
export const auditLastRun = meter.createObservableGauge('store.audit.last_run', {
  description: 'When the last audit that checked everything ended; 0 if there was none.',
  unit: 's',
});
export const auditDuration = meter.createObservableGauge('store.audit.duration', {
  description: 'How long the last audit took, its pauses included.',
  unit: 's',
});

// Parts and connections
export const partUp = meter.createObservableGauge('store.part.up', {
  description: '1 while this process can reach a part that it depends on, else 0.',
});
export const diskFree = meter.createObservableGauge('store.disk.free', {
  description: 'Free space on the disk of the service’s database.',
  unit: 'By',
});
export const diskTotal = meter.createObservableGauge('store.disk.total', {
  description: 'Size of the disk of the service’s database.',
  unit: 'By',
});
export const reconnects = meter.createCounter('store.server.reconnects', {
  description: 'Connections to a server that had to be made again.',
});

// The process
export const eventLoopDelay = {
  mean: meter.createObservableGauge('nodejs.eventloop.delay.mean', {
    description: 'Mean delay of the event loop since the last scrape.',
    unit: 's',
  }),
  p99: meter.createObservableGauge('nodejs.eventloop.delay.p99', {
    description: '99th percentile of the event loop’s delay since the last scrape.',
    unit: 's',
  }),
  max: meter.createObservableGauge('nodejs.eventloop.delay.max', {
    description: 'Longest delay of the event loop since the last scrape.',
    unit: 's',
  }),
};
export const eventLoopUtilization = meter.createObservableGauge('nodejs.eventloop.utilization', {
  description: 'Share of the time since the last scrape in which the event loop was busy.',
});
export const memoryUsage = meter.createObservableGauge('process.memory.usage', {
  description: 'Resident memory of the process.',
  unit: 'By',
});
export const heapUsed = meter.createObservableGauge('v8js.memory.heap.used', {
  description: 'Heap in use.',
  unit: 'By',
});
export const cpuTime = meter.createObservableCounter('process.cpu.time', {
  description: 'CPU time of the process, by mode.',
  unit: 's',
});
export const uptime = meter.createObservableGauge('process.uptime', {
  description: 'Time since the process started.',
  unit: 's',
});
