/** The image's health check: whether the process of this container is ready to serve. Plain JavaScript, to cost little. */
import { get as getPlainly } from 'node:http';

const { PORT: port, INTERNAL_PORT: internalPort, TLS_CERT_FILE: certFile } = process.env;
const get = certFile ? (await import('node:https')).get : getPlainly;

// The gateway's internal port first: strangers can fill the public one. Other processes do not listen there.
ask(internalPort, (error) => {
  if (error.code === 'ECONNREFUSED') ask(port, () => process.exit(1));
  else process.exit(1);
});

function ask(port, onError) {
  const options = {
    ...{ host: '127.0.0.1', port, path: '/health/ready', timeout: 3000 },
    // It asks this very container, by an address that no certificate needs to name; Kubernetes' probes look at none either.
    rejectUnauthorized: false,
  };
  const request = get(options, (response) => process.exit(response.statusCode === 200 ? 0 : 1));
  request.on('timeout', () => request.destroy());
  request.on('error', onError);
}
