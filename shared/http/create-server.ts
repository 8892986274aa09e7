import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server as HttpsServer } from 'node:https';
import { createSecureContext, Server as TlsServer } from 'node:tls';
import type { Log } from '../process/log.ts';
import type { CertificateFiles } from '../process/settings/certificate-files.ts';

export interface Certified {
  /** Null: the server is plain. */
  certificate: CertificateFiles | null;
  /** Between two looks at whether the files are new. Kubernetes swaps them by a link, which no watching of files notices everywhere. */
  lookAgainMs?: number;
  log: Log;
}

const usualLookAgainMs = 30_000;

/** An HTTP server that is plain, or speaks TLS with this certificate and, once its files are renewed, with the new one. */
export function createServer(
  options: ServerOptions,
  { certificate, lookAgainMs = usualLookAgainMs, log }: Certified,
  handler: RequestListener,
): Server {
  if (certificate === null) return createPlainServer(options, handler);
  const shown = readPems(certificate);
  const handshakeTimeout = options.headersTimeout;
  const server = createTlsServer(
    {
      ...{ ...options, ...shown, ...oldest },
      // By default a connection may take two minutes over it.
      ...(handshakeTimeout !== undefined && { handshakeTimeout }),
    },
    handler,
  );
  const timer = setInterval(renewer(server, certificate, shown, log), lookAgainMs).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

/** Told of each connection that requests can come by, which over TLS is one that has shaken hands. */
export function connectionEvent(server: Server): 'connection' {
  // The two have listeners of the same kind.
  return (server instanceof TlsServer ? 'secureConnection' : 'connection') as 'connection';
}

const oldest = { minVersion: 'TLSv1.2' } as const;

interface Pems {
  cert: string;
  key: string;
}

function readPems({ certFile, keyFile }: CertificateFiles): Pems {
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}

/** What is half written, or wrong, leaves the server with what it has; that is told once. */
function renewer(server: HttpsServer, files: CertificateFiles, first: Pems, log: Log): () => void {
  let shown = first;
  let told = '';
  return () => {
    try {
      const found = readPems(files);
      if (found.cert === shown.cert && found.key === shown.key) return;
      // Throws where the two are no pair.
      createSecureContext(found);
      server.setSecureContext({ ...found, ...oldest });
      [shown, told] = [found, ''];
      log.info({ file: files.certFile }, 'the renewed certificate is shown from now on');
    } catch (error) {
      const why = String(error);
      if (why !== told)
        log.error(
          { err: error, file: files.certFile },
          'the renewed certificate cannot be used: TLS_CERT_FILE and TLS_KEY_FILE have to be a pair. The one before is shown on',
        );
      told = why;
    }
  };
}
