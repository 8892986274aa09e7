import * as storefront from '#clients/typescript/src/main.ts';
import type { Client, Write } from '#clients/typescript/src/main.ts';
import { refusalContent, versionIn, type FinalAnswer } from './final-answer.ts';
import {
  createLedgerClient,
  newEntry,
  settle,
  type Intent,
  type LedgerClient,
  type LedgerClientOptions,
} from './ledger-client.ts';
import type { Entry } from './ledger.ts';
import { isRefusedConnection, note } from './write-attempt.ts';

/** The calls of a shopper's app. The app itself adds no idempotency key, retries or polling. */
const calls: Record<string, (client: Client, intent: Intent) => { made: Write<unknown>; status: number }> = {
  'cart.add': (client, { body }) => ({
    made: storefront.shopCartAdd({ client, body: body as storefront.CartAddBody }),
    status: 200,
  }),
  'cart.clear': (client) => ({ made: storefront.shopCartClear({ client }), status: 204 }),
  'orders.checkout': (client, { body }) => ({
    made: storefront.shopOrdersCheckout({ client, body: body as storefront.OrdersCheckoutBody }),
    status: 201,
  }),
  'orders.cancel': (client, { path }) => ({
    made: storefront.shopOrdersCancel({ client, path: { order: Number(/\d+/.exec(path)?.[0]) } }),
    status: 200,
  }),
};

const patience = 120_000;

/** Sends each write by one call of the published client and records the result. */
export function createPublishedClient(options: LedgerClientOptions): LedgerClient {
  const { ledger, url } = options;
  let written = 0;

  async function write(intent: Intent): Promise<Entry> {
    const call = calls[intent.type];
    if (!call) throw new Error(`No call of the client is known for ${intent.type}`);
    written += 1;
    const entry = newEntry(options, intent, {}, written);
    const client = storefront.createClient({
      baseUrl: url,
      token: entry.token,
      timeoutMs: patience,
      fetch: watched(options, entry),
    });
    ledger.entries.push(entry);
    ledger.inFlight += 1;
    const { made, status } = call(client, intent);
    entry.key = made.idempotencyKey;
    const final = await made.withResponse().then(
      ({ data, headers }) => answered(status, data, headers),
      (error: unknown) => refused(entry, error),
    );
    ledger.inFlight -= 1;
    entry.isOver = true;
    if (final) settle(entry, final);
    else entry.state = entry.mayHaveArrived ? 'unknown' : 'refused';
    return entry;
  }

  return { ...createLedgerClient(options), write };
}

function answered(status: number, data: unknown, headers: Headers): FinalAnswer {
  const replayed = headers.get('idempotency-replayed') === 'true';
  const content = data === undefined ? '' : JSON.stringify({ data });
  return { status, content, code: null, replayed, version: versionIn(headers), at: Date.now() };
}

/** Returns null if the client gave up without an outcome. */
function refused(entry: Entry, error: unknown): FinalAnswer | null {
  note(entry, String(error));
  if (!(error instanceof storefront.StoreError)) throw error;
  const { status, code, problem } = error;
  const isDecided =
    status >= 400 && status < 500 && code !== 'too_many_requests' && code !== 'unexpected_answer';
  if (!isDecided) return null;
  return { status, content: refusalContent(problem), code, replayed: false, version: null, at: Date.now() };
}

/** Records the network result of each attempt, because the client does not expose it. */
function watched({ ledger }: LedgerClientOptions, entry: Entry): typeof fetch {
  return async (input, init) => {
    if (init?.method === 'GET') return fetch(input, init);
    entry.attempts += 1;
    entry.lastSentAt = Date.now();
    try {
      const answer = await fetch(input, init);
      await noteAnswer(ledger.defects, entry, answer.clone());
      return answer;
    } catch (error) {
      if (!isRefusedConnection(error)) entry.mayHaveArrived = true;
      note(entry, String((error as Error).cause ?? error));
      throw error;
    }
  };
}

async function noteAnswer(defects: string[], entry: Entry, answer: Response): Promise<void> {
  const { status } = answer;
  note(entry, String(status));
  const text = status < 429 ? '' : await answer.text();
  const isRefused = status === 429 || text.includes('"unavailable"');
  if (!isRefused) entry.mayHaveArrived = true;
  if (status === 202) entry.wasAccepted = true;
  const isDefect = status >= 500 && !isRefused && !text.includes('"outcome_unknown"');
  if (isDefect) defects.push(`${entry.type} ${entry.key}: ${status} ${text}`);
}
