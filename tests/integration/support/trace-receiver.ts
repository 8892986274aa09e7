import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenSpan {
  service: string;
  /** Of the instrumentation that made it. */
  scope: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
}

interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { scope: { name: string }; spans: Omit<SeenSpan, 'service' | 'scope'>[] }[];
  }[];
}

/** Takes traces by OTLP over HTTP, as JSON, and remembers their spans. */
export async function startTraceReceiver(): Promise<{
  url: string;
  spans: SeenSpan[];
  close: () => Promise<void>;
}> {
  const spans: SeenSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') remember(JSON.parse(Buffer.concat(chunks).toString()) as Exported);
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  const remember = ({ resourceSpans }: Exported) => {
    for (const { resource, scopeSpans } of resourceSpans) {
      const named = resource.attributes.find(({ key }) => key === 'service.name');
      for (const { scope, spans: made } of scopeSpans) {
        for (const { name, traceId, spanId, parentSpanId } of made) {
          const service = named?.value.stringValue ?? '';
          spans.push({ service, scope: scope.name, name, traceId, spanId, parentSpanId });
        }
      }
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
