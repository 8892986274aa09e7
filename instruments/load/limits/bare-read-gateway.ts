/**
 * A minimal gateway for reads, which shows the highest possible rate of reads through two processes. An
 * Express route forwards the response of the bare API over HTTP. The gateway has no token, rate limit,
 * validation, log, trace or own headers.
 */
import express from 'express';
import { Pool } from 'undici';

const { PORT: port = '', API_URL: apiUrl = '' } = process.env;
const api = new Pool(apiUrl, { connections: 256, pipelining: 1 });

const app = express().disable('x-powered-by').disable('etag');
app.get('/api/*path', async (request, response) => {
  await api.stream({ method: 'GET', path: request.originalUrl }, ({ statusCode, headers }) => {
    response.status(statusCode).setHeader('Content-Type', String(headers['content-type']));
    return response;
  });
});
app.listen(Number(port), '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => process.exit(0));
