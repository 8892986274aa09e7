import { resourceAttributesEnvDetector } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { givenSetting, exportDefaults } from '../settings/own-settings.ts';
import { processResource } from './process-resource.ts';

/**
 * Loaded before a process's own code (`node --import`) to start tracing. No library is patched, because our own code
 * creates a span wherever work passes to another process or server. Spans are exported if OTEL_EXPORTER_OTLP_ENDPOINT is
 * set. If it is not, they still give every log line its trace id.
 */
exportDefaults(['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG']);
const isExporting =
  givenSetting('OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined ||
  givenSetting('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== undefined;

// Without an exporter spans end here, because only their ids are needed.
const nowhere = {
  onStart: () => undefined,
  onEnd: () => undefined,
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

new NodeSDK({
  resource: processResource,
  resourceDetectors: [resourceAttributesEnvDetector],
  ...(!isExporting && { spanProcessors: [nowhere] }),
  // Metrics are scraped (`metrics-endpoint.ts`), and logs are lines on standard output.
  metricReaders: [],
  logRecordProcessors: [],
}).start();
