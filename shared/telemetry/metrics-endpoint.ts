import type { IncomingMessage, ServerResponse } from 'node:http';
import { createNoopMeter } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { processResource } from './process-resource.ts';

const isOff = process.env['OTEL_SDK_DISABLED'] === 'true';
const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
// A provider of the store's own, not the global one: instrumentations of libraries then record no metrics beside these.
const provider = new MeterProvider({ resource: processResource, readers: [exporter] });

/** Makes the instruments of `metrics.ts`. They work whether this process is traced or not. */
export const meter = isOff ? createNoopMeter() : provider.getMeter('storefront');

/** `GET /metrics` in Prometheus's text format. For ports of the inside: it asks nobody who they are. */
export function sendMetrics(request: IncomingMessage, response: ServerResponse): void {
  exporter.getMetricsRequestHandler(request, response);
}
