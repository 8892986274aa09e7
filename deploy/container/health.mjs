/** The image's health check: whether the process of this container is ready to serve. Plain JavaScript, to cost little. */
import { get } from 'node:http';

const options = { host: '127.0.0.1', port: process.env.PORT, path: '/health/ready', timeout: 3000 };
const request = get(options, (response) => process.exit(response.statusCode === 200 ? 0 : 1));
request.on('timeout', () => request.destroy());
request.on('error', () => process.exit(1));
