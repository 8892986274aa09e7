import { randomBytes } from 'node:crypto';
import { Router, type Request, type Response } from 'express';
import { allowSharedCaches } from '../http/caching.ts';
import { pathOf } from '../http/request-context.ts';
import type { ConsoleFile, ConsoleFiles, Encoding } from './console-files.ts';
import { consolePage, consolePolicy, notBuiltPage, type SignInBy } from './console-page.ts';

/** Every path without a dot gets the page, which does its own routing. */
export function createConsoleRouter({
  files,
  signInBy,
}: {
  files: ConsoleFiles;
  signInBy: SignInBy;
}): Router {
  const router = Router();
  router.get(['/console', '/console/*path'], async (request, response, next) => {
    const path = pathOf(request).replace(/^\/console\/?/i, '');
    if (!path.includes('.')) {
      await sendPage(files, signInBy, response);
      return;
    }
    const file = await files.find(path);
    if (file === null) next();
    else await sendFile(request, response, file);
  });
  return router;
}

/**
 * The nonce is new in each response, so the page has no ETag: after a 304 the cached page's nonce would violate the new policy.
 * The gateway's other pages forbid browsers to send a Referer. The console allows it for this origin, because on plain http the
 * gateway checks the origin of reads by the Referer.
 */
async function sendPage(files: ConsoleFiles, signInBy: SignInBy, response: Response): Promise<void> {
  const built = await files.index();
  const nonce = randomBytes(18).toString('base64');
  response
    .setHeader('Content-Security-Policy', consolePolicy(nonce))
    .setHeader('Referrer-Policy', 'same-origin')
    .setHeader('Cache-Control', 'no-store')
    .setHeader('Content-Type', 'text/html; charset=utf-8');
  if (built === null) response.status(503).end(notBuiltPage);
  else response.end(consolePage(built, { nonce, signInBy }));
}

async function sendFile(request: Request, response: Response, file: ConsoleFile): Promise<void> {
  const { type, tag, isHashed } = file;
  if (isHashed) allowSharedCaches(response);
  else response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('ETag', tag).vary('Accept-Encoding');
  const known = request.headers['if-none-match']?.split(',').map((part) => part.trim().replace(/^W\//, ''));
  if (known?.includes(tag)) {
    response.status(304).end();
    return;
  }
  const encoding = encodingFor(request);
  const bytes = await file.in(encoding);
  const whole = await file.in('identity');
  if (bytes !== whole) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', type).setHeader('Content-Length', bytes.length).end(bytes);
}

function encodingFor(request: Request): Encoding {
  const accepted = request.acceptsEncodings(['br', 'gzip', 'identity']);
  return accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
}
