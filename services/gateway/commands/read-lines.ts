import type { Readable } from 'node:stream';

/** Only LF ends a line. `node:readline` would also split at U+2028, which JSON does not escape. */
export async function* readLines(body: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    const [first = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    rest += first;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
  }
  if (rest !== '') yield rest;
}
