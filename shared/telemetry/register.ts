import { resourceAttributesEnvDetector } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { givenSetting, tellDefaults } from '../process/settings/own-settings.ts';
import { processResource } from './process-resource.ts';

/**
 * Loaded before a process's own code (`node --import`): starts tracing. Spans are made by the store itself where work
 * passes from one part to another, so no library is patched. They leave the process when OTEL_EXPORTER_OTLP_ENDPOINT
 * says where to; without it they still give every log line its trace id.
 */
tellDefaults(['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG']);
const isExporting =
  givenSetting('OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined ||
  givenSetting('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== undefined;

// Without an exporter the spans end here: their ids are all that is wanted of them.
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
