import type { StoreAccess } from './store-access.ts';
import type { Answer, RequestOptions } from './request.ts';
import type { Page, ProblemBody } from './resources.ts';

type HeaderFields = Record<string, string>;

/** A response for tests. Reading a part that the response lacks fails with the whole response in the message. */
export class Reply<T = unknown> {
  readonly #answer: Answer;
  readonly #asked: string;

  constructor(answer: Answer, asked: string) {
    this.#answer = answer;
    this.#asked = asked;
  }

  get status(): number {
    return this.#answer.status;
  }

  get text(): string {
    return this.#answer.text;
  }

  header(name: string): string | null {
    return this.#answer.headers.get(name);
  }

  /** The `data` of a successful response. */
  get data(): T {
    return (this.#body(this.status < 300) as { data: T }).data;
  }

  /** A whole page of a paginated list. */
  get page(): T extends (infer Row)[] ? Page<Row> : never {
    return this.#body(this.status === 200) as T extends (infer Row)[] ? Page<Row> : never;
  }

  get problem(): ProblemBody {
    return this.#body(this.status >= 400) as ProblemBody;
  }

  #body(asExpected: boolean): unknown {
    if (!asExpected || this.#answer.body === undefined) {
      throw new Error(`${this.#asked} answered ${this.status}: ${this.text}`);
    }
    return this.#answer.body as unknown;
  }
}

export interface Caller {
  get<T>(path: string, headers?: HeaderFields): Promise<Reply<T>>;
  post<T>(path: string, json?: unknown, headers?: HeaderFields): Promise<Reply<T>>;
  put<T>(path: string, json?: unknown, headers?: HeaderFields): Promise<Reply<T>>;
  delete<T>(path: string, headers?: HeaderFields): Promise<Reply<T>>;
  send<T>(method: string, path: string, options?: RequestOptions): Promise<Reply<T>>;
  /** The lines of an exported file with this content type. */
  lines(path: string, type: string): Promise<string[]>;
}

/** Sends requests to a gateway with this token, or without a token. */
export function callerWith(
  gateway: Pick<StoreAccess, 'request'>,
  token: () => Promise<string | undefined>,
): Caller {
  let kept: Promise<string | undefined> | undefined;
  const send = async <T>(method: string, path: string, options: RequestOptions = {}): Promise<Reply<T>> => {
    const known = await (kept ??= token());
    const answer = await gateway.request(method, path, {
      ...(known !== undefined && { token: known }),
      ...options,
    });
    return new Reply<T>(answer, `${method} ${path}`);
  };
  const sendJson =
    (method: string) =>
    <T>(path: string, json?: unknown, headers: HeaderFields = {}) =>
      send<T>(method, path, { ...(json !== undefined && { json }), headers });
  return {
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: sendJson('POST'),
    put: sendJson('PUT'),
    delete: (path, headers = {}) => send('DELETE', path, { headers }),
    async lines(path, type) {
      const reply = await send('GET', path, { headers: { accept: type } });
      if (reply.status !== 200 || reply.header('content-type')?.startsWith(type) !== true) {
        throw new Error(`GET ${path} answered ${reply.status}, no ${type}: ${reply.text}`);
      }
      return reply.text.split(/\r?\n/).filter((line) => line !== '');
    },
  };
}
