/** The image's health check: whether this container's process is ready to serve. Plain JavaScript keeps it cheap. */
import { get as getPlainly } from 'node:http';

const { PORT: port, INTERNAL_PORT: internalPort, TLS_CERT_FILE: certFile } = process.env;
const get = certFile ? (await import('node:https')).get : getPlainly;

// The gateway's internal port first, as outside clients can fill the public one. Other processes do not listen on it.
ask(internalPort, (error) => {
  if (error.code === 'ECONNREFUSED') ask(port, () => process.exit(1));
  else process.exit(1);
});

function ask(port, onError) {
  const options = {
    ...{ host: '127.0.0.1', port, path: '/health/ready', timeout: 3000 },
    // It calls its own container by an address that certificates need not name, and Kubernetes' probes check none either.
    rejectUnauthorized: false,
  };
  const request = get(options, (response) => process.exit(response.statusCode === 200 ? 0 : 1));
  request.on('timeout', () => request.destroy());
  request.on('error', onError);
}
