import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNoopMeter } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { givenSetting } from '../settings/own-settings.ts';
import { processResource } from './process-resource.ts';

const isOff = givenSetting('OTEL_SDK_DISABLED') === 'true';
const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
// A separate provider instead of the global provider, so that library instrumentations add no metrics here.
const provider = new MeterProvider({ resource: processResource, readers: [exporter] });

/** Creates the instruments of `metrics.ts`, which work whether or not this process is traced. */
export const meter = isOff ? createNoopMeter() : provider.getMeter('storefront');

const serializer = new PrometheusSerializer(undefined, false, undefined, false, true);
const apartMs = 1000;

let collectedAt = -Infinity;
let next: Promise<string> | null = null;

/**
 * `GET /metrics` for Prometheus, only on internal ports, without authentication. Collects the values at most once a second for
 * all scrapers.
 */
export async function sendMetrics(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  next ??= collectNext();
  const text = await next;
  response.setHeader('Content-Type', 'text/plain').end(text);
}

/** A request during a collection waits for the next one, so that no value is older than the request. */
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
