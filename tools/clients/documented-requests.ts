import { storeDocument } from './render-documents.ts';

/** A request made from one operation of the OpenAPI document and the operation's examples. */
export interface DocumentedRequest {
  /** The operation's `operationId`. */
  id: string;
  title: string;
  group: string;
  method: string;
  /** The path with named parameters: `/api/admin/orders/:order`. */
  path: string;
  parameters: Readonly<Record<string, string>>;
  /** The variable that contains the required token. */
  token: 'adminToken' | 'clientToken';
  needsKey: boolean;
  body: unknown;
}

/** The variables of requests, with values for `npm start`. */
export const variables = {
  baseUrl: 'http://localhost:3000',
  adminToken: 'npm run -s token -- admin',
  clientToken: 'npm run -s token -- client',
  operationId: 'Location of an answer 202',
};

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: { bearer: string[] }[];
  parameters: { name?: string; in?: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example: unknown }> };
}

/** All operations, in the sequence of the OpenAPI document. */
export function documentedRequests(): DocumentedRequest[] {
  const { paths } = storeDocument(variables.baseUrl);
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      toRequest(method, template, operation as unknown as Operation),
    ),
  );
}

function toRequest(method: string, template: string, operation: Operation): DocumentedRequest {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  return {
    id: operation.operationId,
    title: operation.summary,
    group: operation.tags[0] ?? '',
    method: method.toUpperCase(),
    path: template.replaceAll(/\{(\w+)\}/g, ':$1'),
    parameters: Object.fromEntries(
      // Only the id of an operation has no example, because an earlier write request returns it.
      inPath.map(({ name = '', example }) => [
        name,
        example === undefined ? '{{operationId}}' : String(example as number),
      ]),
    ),
    token: operation.security[0]?.bearer.includes('client') ? 'clientToken' : 'adminToken',
    needsKey: operation.operationId === 'ordersCheckout',
    body: operation.requestBody?.content['application/json']?.example,
  };
}
