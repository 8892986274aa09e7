import type { FeedEvent } from './feed-history.ts';
import { acceptedAnswer, RefusedByFeed, type FeedPlace, type Follow } from './feed-reader.ts';

/** A connection that receives nothing for this long, not even a heartbeat, counts as dead, even if no side has closed it. */
const silenceMs = 40_000;

/** Reads server-sent events and resumes after the id of the last event. */
export function followByStream({ url, token }: FeedPlace): Follow {
  return async (cursor, { note, signal }) => {
    const silence = new AbortController();
    const answer = await fetch(`${url}/api/admin/events?after=0`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(cursor !== '0' && { 'last-event-id': cursor }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const { body } = await acceptedAnswer(answer);
    let timer = setTimeout(() => silence.abort(), silenceMs);
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const bytes of body as ReadableStream<Uint8Array>) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) readBlock(block, note);
      }
    } finally {
      clearTimeout(timer);
    }
  };
}

function readBlock(block: string, note: (event: FeedEvent, cursor: string) => void): void {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [name = '', value = ''] = line.split(/: ?(.*)/s);
      return [name, value];
    }),
  );
  const data = fields.get('data');
  const id = fields.get('id');
  if (data === undefined) return;
  if (id === undefined) throw new RefusedByFeed(`an event of the stream has no id: ${block}`);
  note(JSON.parse(data) as FeedEvent, id);
}
