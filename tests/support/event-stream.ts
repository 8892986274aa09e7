import type { TestStore } from './store.ts';
import type { FeedEvent } from './feed-event.ts';

/** A server-sent event stream, parsed as it arrives. */
export interface EventStream {
  status: number;
  headers: Headers;
  text: () => string;
  events: () => FeedEvent[];
  lastId: () => string;
  isOver: () => boolean;
  close: () => void;
}

export async function openStream(
  store: Pick<TestStore, 'url'>,
  path: string,
  headers: Record<string, string>,
): Promise<EventStream> {
  const leaving = new AbortController();
  const answer = await fetch(new URL(path, store.url), {
    headers: { accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  });
  let [text, isOver] = ['', false];
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>)
      text += decoder.decode(chunk, { stream: true });
  };
  void read()
    .catch(() => undefined)
    .then(() => (isOver = true));
  return {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    isOver: () => isOver,
    events: () =>
      [...text.matchAll(/^event: (.+)\ndata: (.+)\n\n/gm)].map(([, type = '', data = '']) => {
        const event = JSON.parse(data) as FeedEvent;
        if (event.type !== type) throw new Error(`an event of type ${event.type} is called ${type}`);
        return event;
      }),
    lastId: () => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '',
    close: () => leaving.abort(),
  };
}
