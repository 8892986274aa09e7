import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Express, Request, Response } from 'express';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { sendNotModified } from '#shared/engine/reads/read-answer.ts';
import { release as version } from '#shared/platform/process/release.ts';
import { contentTag } from '../http/caching.ts';
import { asyncApiDocument } from './asyncapi.ts';
import { errorsPage, referencePage } from './docs-pages.ts';
import { openApiDocument } from './openapi.ts';

interface Rendered {
  parts: readonly Buffer[];
  tag: string;
}

const openApiType = 'application/vnd.oai.openapi+json';
const asyncApiType = 'application/vnd.aai.asyncapi+json';

const folders = {
  own: new URL('./assets/', import.meta.url),
  swagger: new URL('.', import.meta.resolve('swagger-ui-dist/package.json')),
};
const assets: Readonly<Record<string, { folder: keyof typeof folders; type: string }>> = {
  'docs.css': { folder: 'own', type: 'text/css; charset=utf-8' },
  'reference.js': { folder: 'own', type: 'text/javascript; charset=utf-8' },
  'swagger-ui.css': { folder: 'swagger', type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { folder: 'swagger', type: 'text/javascript; charset=utf-8' },
  'favicon-32x32.png': { folder: 'swagger', type: 'image/png' },
};

const entryPoints = {
  reference: '/docs',
  errors: '/docs/errors',
  openapi: '/openapi.json',
  asyncapi: '/asyncapi.json',
  health: '/health/ready',
  admin: '/api/admin',
  client: '/api/client',
};

interface DocsDeps {
  baseUrl: (request: Request) => string;
  /** The configured base URL. Null if each request determines the base URL. */
  publicUrl: string | null;
  locale: StoreLocale;
  exchange: string;
}

/** Requests for these pages need no token and may be frequent, so the pages are rendered once, here. */
export function mountDocs(app: Express, { baseUrl, publicUrl, locale, exchange }: DocsDeps): void {
  const openApi = renderOpenApi(locale);
  const asyncApi = rendered(JSON.stringify(asyncApiDocument({ exchange, version })));
  const entry = rendered(JSON.stringify({ name: 'Storefront', version, ...entryPoints }));
  const policy = pagePolicy(publicUrl);
  const reference = rendered(referencePage());
  const errors = rendered(errorsPage());
  const files = readAssets();

  app.get('/', (request, response) => {
    if (request.accepts(['json', 'html']) === 'html') response.redirect('/docs');
    else sendDocument(request, response, entry, 'application/json');
  });
  app.get('/openapi.json', (request, response) =>
    sendDocument(request, response, openApi(baseUrl(request)), openApiType),
  );
  app.get('/asyncapi.json', (request, response) => sendDocument(request, response, asyncApi, asyncApiType));
  app.get('/docs', (request, response) => sendPage(request, response, reference, policy));
  app.get('/docs/errors', (request, response) => sendPage(request, response, errors, policy));
  app.get('/docs/assets/:name', (request, response, next) => {
    const file = files.get(request.params.name);
    if (!file) {
      next();
      return;
    }
    response.setHeader('Cache-Control', 'public, max-age=3600').setHeader('Content-Type', file.type);
    send(request, response, file);
  });
}

/** Renders everything but the server's URL once. No document is cached per URL, because a client may send any `Host`. */
function renderOpenApi(locale: StoreLocale): (serverUrl: string) => Rendered {
  const { openapi, info, servers: _, ...others } = openApiDocument({ serverUrl: '', version, locale });
  const start = Buffer.from(JSON.stringify({ openapi, info }).slice(0, -1));
  const rest = Buffer.from(`,${JSON.stringify(others).slice(1)}`);
  const tag = contentTag(Buffer.concat([start, rest]));
  return (serverUrl) => {
    const servers = Buffer.from(`,"servers":${JSON.stringify([{ url: serverUrl }])}`);
    return { parts: [start, servers, rest], tag: contentTag(tag + serverUrl) };
  };
}

function readAssets(): Map<string, Rendered & { type: string }> {
  return new Map(
    Object.entries(assets).map(([name, { folder, type }]) => {
      const bytes = readFileSync(fileURLToPath(new URL(name, folders[folder])));
      return [name, { parts: [bytes], tag: contentTag(bytes), type }];
    }),
  );
}

function rendered(text: string): Rendered {
  return { parts: [Buffer.from(text)], tag: contentTag(text) };
}

function sendDocument(request: Request, response: Response, document: Rendered, ownType: string): void {
  const type = request.accepts(['application/json', ownType]) === ownType ? ownType : 'application/json';
  response.setHeader('Cache-Control', 'no-cache').vary('Accept');
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  send(request, response, document);
}

function sendPage(request: Request, response: Response, page: Rendered, policy: string): void {
  response
    .setHeader('Content-Security-Policy', policy)
    .setHeader('Cache-Control', 'no-cache')
    .setHeader('Content-Type', 'text/html; charset=utf-8');
  send(request, response, page);
}

function send(request: Request, response: Response, { parts, tag }: Rendered): void {
  if (sendNotModified(response, request.headers['if-none-match'], tag)) return;
  response.setHeader(
    'Content-Length',
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  for (const part of parts) response.write(part);
  response.end();
}

/** Allows only what Swagger UI needs. */
function pagePolicy(publicUrl: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self'${publicUrl === null ? '' : ` ${new URL(publicUrl).origin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
