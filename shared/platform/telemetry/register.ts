import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceAttributesEnvDetector } from '@opentelemetry/resources';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { givenSetting } from '../settings/own-settings.ts';
import { processResource } from './process-resource.ts';
import { createSampler } from './sampler.ts';

/**
 * This module starts tracing. Node loads it before a process's own code (`node --import`). No library is patched, because our own
 * code creates a span wherever work passes to another process or server. Spans are exported if a setting names an endpoint for
 * traces. Otherwise, they are needed only for the trace ids in log lines.
 */
const isOff = givenSetting('OTEL_SDK_DISABLED') === 'true';
const isExporting =
  givenSetting('OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined ||
  givenSetting('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== undefined;
const sampler = createSampler(givenSetting('OTEL_TRACES_SAMPLER'), givenSetting('OTEL_TRACES_SAMPLER_ARG'));

if (!isOff && isExporting) await exportSpans();
if (!isOff && !isExporting) createIdsOnly();

/** Loads the exporters only here, because all their protocols together take much memory. */
async function exportSpans(): Promise<void> {
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  new NodeSDK({
    sampler,
    resource: processResource,
    resourceDetectors: [resourceAttributesEnvDetector],
    // Metrics are scraped (`metrics-endpoint.ts`), and logs are lines on standard output.
    metricReaders: [],
    logRecordProcessors: [],
  }).start();
}

/** Without an exporter no span is kept, because only the ids are needed. */
function createIdsOnly(): void {
  const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()];
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new CompositePropagator({ propagators }));
  trace.setGlobalTracerProvider(new TracerProvider({ sampler, spanProcessors: [] }));
}
