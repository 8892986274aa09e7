import { createLog } from '#shared/process/log.ts';

/** Options for a server without a certificate and without a log. */
export const plain = { certificate: null, log: createLog('test', 'silent') };

export const anyPort = { port: 0, host: '127.0.0.1' };
