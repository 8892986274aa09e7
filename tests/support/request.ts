import type { Answer, RequestOptions } from './answer.ts';
import { undocumented } from './documented-answer.ts';

export type { Answer, RequestOptions } from './answer.ts';

/** Sends a request; fails if the response deviates from the OpenAPI document. */
export async function sendRequest(
  url: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const { token, json, body = json === undefined ? undefined : JSON.stringify(json) } = options;
  const response = await fetch(new URL(path, url), {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
  const answer = { status: response.status, headers: response.headers, text, body: parsed(type, text) };
  const deviations = undocumented(method, path, options, answer);
  if (deviations.length > 0) {
    const fault = [`${method} ${path} answered ${answer.status}, not as the document says:`, ...deviations];
    throw new Error([...fault, text.slice(0, 500)].join('\n  '));
  }
  return answer;
}

function parsed(type: string, text: string): unknown {
  const lines = text.split('\n').filter((line) => line !== '');
  if (lines.length === 0) return undefined;
  if (type === 'application/x-ndjson') return lines.map((line): unknown => JSON.parse(line));
  return /^application\/([\w.-]+\+)?json$/.test(type) ? JSON.parse(text) : undefined;
}
