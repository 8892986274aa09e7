import { createLog } from '#shared/platform/process/log.ts';

/** Options for a server without a certificate and without a log. */
export const plain = { TLS_CERT_FILE: null, TLS_KEY_FILE: null, log: createLog('test', 'silent') };

export const anyPort = { PORT: 0, HOST: '127.0.0.1' };
