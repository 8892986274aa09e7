/**
 * The image's health check: whether this container's process is ready to serve. This file is plain
 * JavaScript, so that each check starts fast.
 */
import { get as getPlainly } from 'node:http';

const { PORT: port, INTERNAL_PORT: internalPort, TLS_CERT_FILE: certFile } = process.env;
const get = certFile ? (await import('node:https')).get : getPlainly;

// Asks the gateway's internal port first, because clients can use up the connections of the public port.
// Processes other than the gateway do not listen on the internal port.
ask(internalPort, (error) => {
  if (error.code === 'ECONNREFUSED') ask(port, () => process.exit(1));
  else process.exit(1);
});

function ask(port, onError) {
  const options = {
    ...{ host: '127.0.0.1', port, path: '/health/ready', timeout: 3000 },
    // The check calls its own container by an address that need not be in the certificate. Kubernetes' probes check no
    // certificate either.
    rejectUnauthorized: false,
  };
  const request = get(options, (response) => process.exit(response.statusCode === 200 ? 0 : 1));
  request.on('timeout', () => request.destroy());
  request.on('error', onError);
}
