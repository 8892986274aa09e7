import { attempt } from './attempt.ts';
import type { CallOptions, Received, Request } from './call.ts';
import { systemClock, type Clock } from './clock.ts';
import { operationsCancel, operationsRead } from './generated/sdk.gen.ts';
import type { Operation as OperationRecord } from './generated/types.gen.ts';
import { follow, writeOf, type Following, type Operation } from './operations.ts';
import { readOf, unwrapped } from './pages.ts';
import { Conflict, OutcomeUnknown, StoreError, Unauthenticated } from './problems.ts';
import { outgoing, type Outgoing } from './request.ts';
import { withRetries } from './retries.ts';
import { createTokens, type TokenSource } from './tokens.ts';
import type { Client } from './transport.ts';

export interface ClientOptions {
  /** The store's base URL, such as `https://shop.example`. */
  baseUrl: string;
  /** A bearer token, or a function that supplies one. */
  token?: TokenSource | undefined;
  /** The language of names, descriptions and messages. */
  language?: 'en' | 'ar' | undefined;
  /** Time limit for a whole call, including its tries and the wait for its operation. Default 60 s. */
  timeoutMs?: number | undefined;
  /** Time limit for one try, in addition to the time in `Prefer: wait`. Default 15 s. */
  tryTimeoutMs?: number | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/**
 * Creates the client object that you pass to every call. A client holds the token of one user, so a server creates one client
 * per user.
 */
export function createClient(options: ClientOptions, clock: Clock = systemClock): Client {
  const deliver = createDelivery(options, clock);
  const prepared = (method: string, request: Request) =>
    outgoing(method, request, { baseUrl: options.baseUrl, language: options.language });
  const read = (request: Request) => deliver(prepared('GET', request), request);
  const write = (method: string) => (request: Request) => {
    const sending = prepared(method, request);
    const { timeoutMs = options.timeoutMs ?? defaultTimeoutMs, signal } = request;
    const resend = (patience: CallOptions) => deliver(sending, { ...request, ...patience });
    const following = { ...createFollowing(client), resend, clock };
    const endsAt = clock.now() + timeoutMs;
    const left = () => ({ timeoutMs: endsAt - clock.now(), signal });
    return writeOf(sending.key ?? '', deliver(sending, request), { left, following });
  };
  // The cast is needed because the generated functions take their result types from the OpenAPI document.
  const client = {
    get: (request: Request) => readOf(request, read),
    post: write('POST'),
    put: write('PUT'),
    delete: write('DELETE'),
  } as unknown as Client;
  return client;
}

/** Waits for an operation that was started earlier, on another page or before the app was closed. */
export async function followOperation<T>({
  client,
  id,
}: {
  client: Client;
  id: string;
}): Promise<Operation<T>> {
  const following = { ...createFollowing(client), resend: null, clock: systemClock };
  return follow(await following.read(id, {}), following) as Operation<T>;
}

function createFollowing(client: Client): Pick<Following, 'read' | 'cancel'> {
  const read = (id: string, patience: CallOptions) => operationsRead({ client, path: { id }, ...patience });
  return {
    read,
    cancel: async (id) => {
      try {
        return await operationsCancel({ client, path: { id } });
      } catch (error) {
        // An earlier try may have cancelled the operation, although its response was lost.
        const record = error instanceof Conflict ? await read(id, {}) : undefined;
        if (record?.status !== 'cancelled') throw error;
        return record;
      }
    },
  };
}

const defaultTimeoutMs = 60_000;
const defaultTryTimeoutMs = 15_000;

type Deliver = (outgoing: Outgoing, limits: CallOptions) => Promise<Received>;

/** Sends a request and retries until it has a final response, within the call's time limit. */
function createDelivery(options: ClientOptions, clock: Clock): Deliver {
  const send = options.fetch ?? fetch;
  const tokens = createTokens(options.token);

  const once = async (request: Outgoing, limits: CallOptions, endsAt: number): Promise<Received> => {
    const longest = limits.tryTimeoutMs ?? options.tryTimeoutMs ?? defaultTryTimeoutMs;
    const [, seconds = 0] = /wait=(\d+)/.exec(request.headers.get('Prefer') ?? '') ?? [];
    const tryAs = (token: string | undefined) => {
      if (token !== undefined) request.headers.set('Authorization', `Bearer ${token}`);
      const timeoutMs = Math.min(longest + Number(seconds) * 1000, Math.max(endsAt - clock.now(), 1));
      return attempt(send, request, { timeoutMs, signal: limits.signal });
    };
    const token = await tokens.current();
    try {
      return await tryAs(token);
    } catch (error) {
      const renewed = error instanceof Unauthenticated ? await tokens.renew(token) : undefined;
      if (renewed === undefined) throw error;
      return tryAs(renewed);
    }
  };

  /** After an unknown outcome, checks the operation before sending the write again. */
  const resolved = async (request: Outgoing, limits: CallOptions, endsAt: number): Promise<Received> => {
    try {
      return await once(request, limits, endsAt);
    } catch (error) {
      const path = error instanceof OutcomeUnknown ? error.operation : undefined;
      if (path === undefined) throw error;
      const asked = outgoing('GET', { url: path }, { baseUrl: options.baseUrl, language: options.language });
      const answer = await once(asked, limits, endsAt).catch(() => undefined);
      const { status } = (unwrapped(answer?.data) ?? {}) as Partial<OperationRecord>;
      // No worker has started the write, so the write may never have arrived at the store. The write can be sent again, because
      // the idempotency key is the same.
      if (!answer || status === undefined || status === 'queued' || status === 'unknown') throw error;
      return { ...answer, status: 202 };
    }
  };

  return async (request, limits) => {
    const endsAt = clock.now() + (limits.timeoutMs ?? options.timeoutMs ?? defaultTimeoutMs);
    try {
      return await withRetries(
        () => resolved(request, limits, endsAt),
        { endsAt, signal: limits.signal, isWrite: request.key !== undefined },
        clock,
      );
    } catch (error) {
      if (error instanceof StoreError) error.idempotencyKey = request.key;
      throw error;
    }
  };
}
