import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Express, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import { asyncApiDocument } from './asyncapi.ts';
import { errorsPage, referencePage } from './docs-pages.ts';
import { openApiDocument } from './openapi.ts';
import type { OpenApiDocument } from './openapi.ts';

interface Rendered {
  text: string;
  tag: string;
}

const openApiType = 'application/vnd.oai.openapi+json';
const asyncApiType = 'application/vnd.aai.asyncapi+json';
/** Base URLs come from the `Host` header: invented ones must not fill the memory. */
const rememberedUrls = 50;

const folders = {
  own: fileURLToPath(new URL('./assets/', import.meta.url)),
  swagger: fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json'))),
};
const assets: Readonly<Record<string, keyof typeof folders>> = {
  'docs.css': 'own',
  'reference.js': 'own',
  'swagger-ui.css': 'swagger',
  'swagger-ui-bundle.js': 'swagger',
  'favicon-32x32.png': 'swagger',
};

/** `/openapi.json`, `/asyncapi.json`, `/docs` (the reference, to read and try) and `/docs/errors`. */
export function mountDocs(
  app: Express,
  deps: { baseUrl: (request: Request) => string; locale: StoreLocale; exchange: string },
): void {
  const version = storeVersion();
  const openApi = createOpenApi(version, deps.locale);
  const asyncApi = rendered(asyncApiDocument({ exchange: deps.exchange, version }));

  app.get('/openapi.json', (request, response) =>
    sendDocument(request, response, openApi(deps.baseUrl(request)), openApiType),
  );
  app.get('/asyncapi.json', (request, response) => sendDocument(request, response, asyncApi, asyncApiType));
  app.get('/docs', (request, response) => sendPage(response, referencePage(), deps.baseUrl(request)));
  app.get('/docs/errors', (request, response) => sendPage(response, errorsPage(), deps.baseUrl(request)));
  app.get('/docs/assets/:name', (request, response, next) => {
    const { name } = request.params;
    const folder = Object.hasOwn(assets, name) ? assets[name] : undefined;
    if (folder === undefined) next();
    else response.sendFile(name, { root: folders[folder], maxAge: '1h' });
  });
}

/**
 * The OpenAPI document by the URL of its server. The rest of it is made once: describing a schema adds to what Joi keeps of
 * it, so a second document would differ.
 */
function createOpenApi(version: string, locale: StoreLocale): (serverUrl: string) => Rendered {
  const documents = new LRUCache<string, Rendered>({ max: rememberedUrls });
  let first: OpenApiDocument | undefined;
  return (serverUrl) => {
    const known = documents.get(serverUrl);
    if (known) return known;
    first ??= openApiDocument({ serverUrl, version, locale });
    const document = rendered({ ...first, servers: [{ url: serverUrl }] });
    documents.set(serverUrl, document);
    return document;
  };
}

function storeVersion(): string {
  const file = new URL('../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function rendered(document: object): Rendered {
  const text = JSON.stringify(document);
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

function sendDocument(request: Request, response: Response, { text, tag }: Rendered, ownType: string): void {
  const type = request.accepts(['application/json', ownType]) === ownType ? ownType : 'application/json';
  response.setHeader('ETag', tag).setHeader('Cache-Control', 'no-cache').vary('Accept');
  const known = request.headers['if-none-match']?.split(',').map((part) => part.trim().replace(/^W\//, ''));
  if (known?.includes(tag)) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.end(text);
}

/** Swagger UI needs no more than this: own scripts, inline styles, images as data, requests to the API. */
function sendPage(response: Response, html: string, baseUrl: string): void {
  const api = URL.canParse(baseUrl) ? new URL(baseUrl).origin : '';
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${api}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  response.setHeader('Content-Security-Policy', policy).setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(html);
}
