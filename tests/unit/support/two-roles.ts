/** A process that runs an api and a worker without servers. */
import type { Log } from '#shared/platform/process/log.ts';
import { runProcess } from '#shared/platform/process/run-process.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';

const secrets = ['GATEWAY_CATALOG_SECRET', 'ORDERS_CATALOG_SECRET', 'WEBHOOKS_CATALOG_SECRET'];
Object.assign(process.env, {
  MONGODB_URI: 'mongodb://127.0.0.1:1',
  REDIS_URL: 'redis://127.0.0.1:1',
  RABBITMQ_URL: 'amqp://127.0.0.1:1',
  LOG_LEVEL: 'info',
  ...Object.fromEntries(secrets.map((name) => [name, name.padEnd(48, '-')])),
});

// Without a server, a timer keeps the process running.
const timer = setInterval(() => undefined, 1000);

const closersOf = (log: Log) => [
  () => {
    clearInterval(timer);
    log.info('closed');
    return Promise.resolve();
  },
];

runProcess('catalog-api', (_settings, log) => Promise.resolve(closersOf(log)));
runProcess('catalog-worker', (_settings, log) =>
  process.argv[2] === 'SIGTERM'
    ? Promise.resolve(closersOf(log))
    : Promise.reject(new PlainError('The worker cannot start.')),
);
