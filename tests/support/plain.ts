import { createLog } from '#shared/process/log.ts';

/** Options of a server without a certificate that logs nothing. */
export const plain = { certificate: null, log: createLog('test', 'silent') };

export const anyPort = { port: 0, host: '127.0.0.1' };
