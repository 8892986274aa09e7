import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const patienceMs = 10_000;

/** Sends these bytes unchanged; resolves with all responses once the server closes the connection. */
export async function exchange(url: string, bytes: string | Uint8Array): Promise<RawAnswer[]> {
  return converse(url, async (socket) => void socket.write(bytes));
}

/** Runs `talk` on a connection; resolves with all responses once the server closes the connection. */
export function converse(url: string, talk: (socket: Socket) => Promise<void>): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('latin1');
    socket.setTimeout(patienceMs, () => {
      socket.destroy();
      reject(new Error(`The server keeps the connection open. So far it sent: ${received}`));
    });
    socket.on('data', (text: string) => (received += text));
    // The server may reset the connection after its response, which is no error.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(answersIn(received)));
    socket.once('connect', () => {
      talk(socket).catch((error: unknown) => reject(error as Error));
    });
  });
}

/** Splits responses by `Content-Length`, as a client must. Text without an HTTP response gets status 0. */
function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, Math.max(end, 0)).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? 0);
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ) as Record<string, string>;
    if (status === 0) return [...answers, { status: 0, headers: {}, body: rest }];
    const length = status === 100 || status === 204 ? 0 : Number(headers['content-length'] ?? 0);
    answers.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
