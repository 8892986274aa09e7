import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

export interface SeenSpan {
  service: string;
  name: string;
  kind: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  /** The ids of the spans to which this span links. */
  links: string[];
  attributes: Record<string, unknown>;
  startedAt: number;
  endedAt: number;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Exported {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        name: string;
        kind: number;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        links?: { spanId: string }[];
        attributes: Attribute[];
        startTimeUnixNano: string;
        endTimeUnixNano: string;
      }[];
    }[];
  }[];
}

/** Receives traces by OTLP over HTTP as JSON, and stores their spans. */
export async function startTraceReceiver(): Promise<{
  url: string;
  spans: SeenSpan[];
  /** The bodies of all requests, unchanged. */
  bodies: string[];
  close: () => Promise<void>;
}> {
  const spans: SeenSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      bodies.push(body);
      if (request.url === '/v1/traces') spans.push(...read(JSON.parse(body) as Exported));
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function read({ resourceSpans }: Exported): SeenSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(asRecord(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service,
        name: span.name,
        kind: kinds[span.kind] ?? '',
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        links: (span.links ?? []).map(({ spanId }) => spanId),
        attributes: asRecord(span.attributes),
        startedAt: Number(BigInt(span.startTimeUnixNano) / 1000n) / 1000,
        endedAt: Number(BigInt(span.endTimeUnixNano) / 1000n) / 1000,
      })),
    );
  });
}

function asRecord(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** A span with its ancestors, starting with the root, such as `gateway server POST /api/client/orders/checkout`. */
export function wayTo(span: SeenSpan, spans: readonly SeenSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? wayTo(parent, spans) : []), `${span.service} ${span.kind} ${span.name}`];
}
