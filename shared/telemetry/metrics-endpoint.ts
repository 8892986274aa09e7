import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNoopMeter } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { givenSetting } from '../process/settings/own-settings.ts';
import { processResource } from './process-resource.ts';

const isOff = givenSetting('OTEL_SDK_DISABLED') === 'true';
const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
// A provider of the store's own, not the global one: instrumentations of libraries then record no metrics beside these.
const provider = new MeterProvider({ resource: processResource, readers: [exporter] });

/** Makes the instruments of `metrics.ts`. They work whether this process is traced or not. */
export const meter = isOff ? createNoopMeter() : provider.getMeter('storefront');

const serializer = new PrometheusSerializer(undefined, false, undefined, false, true);
const apartMs = 1000;

let collectedAt = -Infinity;
let next: Promise<string> | null = null;

/**
 * `GET /metrics` in Prometheus's text format. For ports of the inside: it asks nobody who they are. Collected once a second at most,
 * for all who ask meanwhile.
 */
export async function sendMetrics(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  next ??= collectNext();
  const text = await next;
  response.setHeader('Content-Type', 'text/plain').end(text);
}

/** Whoever asks once this has begun to collect waits for the next: nobody is shown what was before. */
async function collectNext(): Promise<string> {
  await sleep(Math.max(collectedAt + apartMs - performance.now(), 0));
  next = null;
  collectedAt = performance.now();
  try {
    const { resourceMetrics } = await exporter.collect();
    return serializer.serialize(resourceMetrics);
  } catch (error) {
    return `# failed to export metrics: ${String(error)}`;
  }
}
