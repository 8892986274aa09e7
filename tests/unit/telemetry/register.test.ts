import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** The `traceparent` header that a process without an exporter sends to other processes while it serves a request. */
async function sentTraceparent(env: NodeJS.ProcessEnv, traceparent?: string): Promise<string> {
  const program = `
    import { currentTraceHeaders, inServerSpan } from '#shared/platform/telemetry/spans.ts';
    inServerSpan({ method: 'GET', headers: ${JSON.stringify({ traceparent })} }, '/', async () => {
      await null;
      console.log(currentTraceHeaders().traceparent);
    });`;
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, ...own } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', './shared/platform/telemetry/register.ts', '--input-type=module', '--eval', program],
    { cwd: root, env: { ...own, ...env } },
  );
  return stdout.trim();
}

test('a process without an OpenTelemetry exporter passes on the trace of its caller in its own requests', async () => {
  const sent = await sentTraceparent({}, caller);
  expect(sent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
  expect(sent).not.toBe(caller);
});

test.each([
  ['always_on', '01'],
  ['always_off', '00'],
])(
  'a process without an OpenTelemetry exporter marks new traces as sampled or not sampled, as OTEL_TRACES_SAMPLER=%s requires',
  async (name, flag) => {
    const sent = await sentTraceparent({ OTEL_TRACES_SAMPLER: name });
    expect(sent).toMatch(new RegExp(`^00-[0-9a-f]{32}-[0-9a-f]{16}-${flag}$`));
  },
);

test('a process with OTEL_SDK_DISABLED=true neither starts a trace nor passes on its caller’s trace', async () => {
  expect(await sentTraceparent({ OTEL_SDK_DISABLED: 'true' }, caller)).toBe('undefined');
});
