import { readFileSync } from 'node:fs';
import {
  createServer as createPlainServer,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import { createServer as createTlsServer, type Server as HttpsServer } from 'node:https';
import { createSecureContext, Server as TlsServer } from 'node:tls';
import type { Log } from '../process/log.ts';
import type { CertificateFiles } from '../settings/certificate-files.ts';
import type { ProcessSettings } from '../settings/settings.ts';

/** Without certificate files, the server does not use TLS. */
export interface Certified extends Pick<ProcessSettings, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'> {
  /** In ms: how often to look for renewed files. File watchers may miss renewals by Kubernetes, which replaces a link. */
  lookAgainMs?: number;
  log: Log;
}

const usualLookAgainMs = 30_000;

/** A plain HTTP server, or a TLS server that loads renewed certificate files without a restart. */
export function createServer(
  options: ServerOptions,
  { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, lookAgainMs = usualLookAgainMs, log }: Certified,
  handler: RequestListener,
): Server {
  // The settings check ensures that both files are set, or neither.
  if (certFile === null || keyFile === null) return createPlainServer(options, handler);
  const files = { certFile, keyFile };
  const shown = readPems(files);
  const handshakeTimeout = options.headersTimeout;
  const server = createTlsServer(
    {
      ...options,
      ...shown,
      ...oldest,
      // Node's default is two minutes.
      ...(handshakeTimeout !== undefined && { handshakeTimeout }),
    },
    handler,
  );
  const timer = setInterval(renewer(server, files, shown, log), lookAgainMs).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

/** The event for a connection that is ready for requests. With TLS, a connection is ready after the handshake. */
export function connectionEvent(server: Server): 'connection' {
  return (server instanceof TlsServer ? 'secureConnection' : 'connection') as 'connection';
}

const oldest = { minVersion: 'TLSv1.2' } as const;

type Pems = ReturnType<typeof readPems>;

function readPems({ certFile, keyFile }: CertificateFiles) {
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}

/** Keeps the current certificate if the new files are incomplete or wrong, and logs that once. */
function renewer(server: HttpsServer, files: CertificateFiles, first: Pems, log: Log): () => void {
  let shown = first;
  let logged = '';
  return () => {
    try {
      const found = readPems(files);
      if (found.cert === shown.cert && found.key === shown.key) return;
      // Throws if certificate and key do not match.
      createSecureContext(found);
      server.setSecureContext({ ...found, ...oldest });
      [shown, logged] = [found, ''];
      log.info({ file: files.certFile }, 'the renewed certificate is used from now on');
    } catch (error) {
      const why = String(error);
      if (why !== logged)
        log.error(
          { err: error, file: files.certFile },
          'the renewed certificate cannot be used: TLS_CERT_FILE and TLS_KEY_FILE have to be a pair. The previous certificate stays in use',
        );
      logged = why;
    }
  };
}
