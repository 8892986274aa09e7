import { pathToFileURL } from 'node:url';
import type { Asked, Ended } from './command-runner.ts';

/**
 * Runs commands one after another in this process, each like `node SCRIPT ARGUMENTS`: the script is evaluated again,
 * but its dependencies stay loaded. The parent sends a command and receives its exit code and output.
 */

let runs = 0;

/** Thrown when a command exits, because a real exit would end this process. */
class ExitRequest extends Error {}

process.exit = (code) => {
  process.exitCode = code ?? process.exitCode;
  throw new ExitRequest();
};
const endThisProcess = process.kill.bind(process, process.pid, 'SIGKILL');

const exitCode = () => Number((process as { exitCode?: number | string | null }).exitCode ?? 0);

async function evaluate({ script, args }: Asked): Promise<number> {
  process.argv = [process.execPath, script, ...args];
  process.exitCode = undefined;
  runs += 1;
  try {
    // A new query string makes Node evaluate the script again.
    await import(`${pathToFileURL(script).href}?run=${runs}`);
    return exitCode();
  } catch (error) {
    if (error instanceof ExitRequest) return exitCode();
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 1;
  } finally {
    process.exitCode = undefined;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
  }
}

/** Collects all text written to a stream instead of printing it, until `restore` is called. */
function captured(stream: NodeJS.WriteStream): { text: () => string; restore: () => void } {
  const write = stream.write.bind(stream);
  let text = '';
  stream.write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = more.find((one) => typeof one === 'function') as (() => void) | undefined;
    done?.();
    return true;
  };
  return { text: () => text, restore: () => void (stream.write = write) };
}

async function run(asked: Asked): Promise<Ended> {
  const environment = process.env;
  process.env = { ...asked.env };
  const [stdout, stderr] = [captured(process.stdout), captured(process.stderr)];
  try {
    const code = await evaluate(asked);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.restore();
    stderr.restore();
    process.env = environment;
  }
}

process.on('message', (asked: Asked) => void run(asked).then((ended) => process.send?.(ended)));
process.on('disconnect', endThisProcess);
