import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { MongooseInstrumentation } from '@opentelemetry/instrumentation-mongoose';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { register } from 'import-in-the-middle/register-hooks.mjs';

/**
 * Loaded before a process's own code (`node --import`): traces HTTP, Express, mongoose and Redis; messages are
 * traced by `spans.ts`. Spans leave the process when OTEL_EXPORTER_OTLP_ENDPOINT says where to; without it they
 * still give every log line its trace id.
 */
register();

process.env['OTEL_TRACES_SAMPLER'] ??= 'parentbased_traceidratio';
process.env['OTEL_TRACES_SAMPLER_ARG'] ??= '0.05';
const isExporting = process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] !== undefined;

// Without an exporter the spans end here: their ids are all that is wanted of them.
const nowhere = {
  onStart: () => undefined,
  onEnd: () => undefined,
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

const isProbe = (url: string | undefined) => url?.startsWith('/health') === true || url === '/metrics';

if (process.env['OTEL_SDK_DISABLED'] !== 'true') {
  new NodeSDK({
    ...(!isExporting && { spanProcessors: [nowhere], metricReaders: [], logRecordProcessors: [] }),
    instrumentations: [
      new HttpInstrumentation({ ignoreIncomingRequestHook: (request) => isProbe(request.url) }),
      new MongooseInstrumentation(),
      new IORedisInstrumentation({ requireParentSpan: true }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  }).start();
}
