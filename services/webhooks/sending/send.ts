import type { Agent, Dispatcher } from 'undici';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { answerLimitMs, readRetryAfter } from '../deliveries/retry.ts';
import type { DeliveryAttempt } from '../records/tables.ts';
import { receiverFault, writtenHost } from './receiver-host.ts';
import { ReceiverRefused } from './receiver-agent.ts';

export interface Sent {
  attempt: DeliveryAttempt;
  retryAfterMs: number | null;
  /** The receiver responded with 410 and wants no more deliveries at this URL. */
  isGone: boolean;
}

/** Sends a delivery. Null: this process stopped before the response arrived, so the outcome is unknown. */
export type Send = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<Sent | null>;

const keptAnswerBytes = 2048;

export function createSend(options: {
  guarded: Agent;
  open: Agent;
  allowedHosts: readonly string[];
  userAgent: string;
  /** Aborts the running requests when this process stops. */
  stopping: AbortSignal;
  limitMs?: number;
}): Send {
  const { guarded, open, allowedHosts, userAgent, stopping, limitMs = answerLimitMs } = options;
  return async (url, headers, body) => {
    const at = storeNow();
    const startedAt = performance.now();
    const fault = receiverFault(url, allowedHosts);
    const agent = allowedHosts.includes(writtenHost(url)) ? open : guarded;
    const sent = { headers: { ...headers, 'user-agent': userAgent }, body, limitMs, stopping };
    const answered: Answered =
      fault === null ? await post(agent, url, sent) : { error: 'the URL is not allowed any more' };
    if (answered.status === undefined && stopping.aborted) return null;
    const { status = null, answer = null, error = null, retryAfter } = answered;
    return {
      attempt: { at: at.toISOString(), status, ms: Math.round(performance.now() - startedAt), error, answer },
      retryAfterMs: readRetryAfter(retryAfter, storeNow().getTime()),
      isGone: status === 410,
    };
  };
}

interface Answered {
  status?: number;
  answer?: string;
  /** Why the attempt failed. Null: the event was delivered. */
  error?: string | null;
  retryAfter?: string | undefined;
}

async function post(
  agent: Agent,
  url: string,
  {
    headers,
    body,
    limitMs,
    stopping,
  }: { headers: Record<string, string>; body: string; limitMs: number; stopping: AbortSignal },
): Promise<Answered> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, limitMs);
  stopping.addEventListener('abort', end, { once: true });
  try {
    const { origin, pathname, search } = new URL(url);
    const response = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      body,
      signal: ending.signal,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    const { statusCode: status } = response;
    const answer = await beginningOf(response);
    const retryAfter = response.headers['retry-after'];
    return {
      status,
      answer,
      error: errorOf(status),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    };
  } catch (error) {
    return { error: ending.signal.aborted ? `no answer within ${limitMs / 1000} s` : reasonOf(error) };
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', end);
  }
}

/** Any 2xx counts as delivered, even if its body is incomplete. */
function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`;
  return `answered ${status}`;
}

/** Reads a response body up to `keptAnswerBytes`, or until a connection error or a timeout. */
async function beginningOf({ body }: Dispatcher.ResponseData): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // An incomplete response is recorded up to the point where it breaks off.
  body.on('error', () => undefined);
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= keptAnswerBytes) break;
    }
  } catch {
    // The error is ignored, because the response status is already known.
  }
  body.destroy();
  // Leaves out a character that the byte limit cuts in two.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Buffer.concat(pieces).subarray(0, keptAnswerBytes),
    { stream: true },
  );
}

function reasonOf(error: unknown): string {
  for (let reason: unknown = error; reason instanceof Error; reason = reason.cause)
    if (reason instanceof ReceiverRefused) return reason.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return (message !== '' ? message : (code ?? 'no connection')).slice(0, 300);
}
