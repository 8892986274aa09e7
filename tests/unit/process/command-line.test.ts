import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const module = fileURLToPath(new URL('../../../shared/platform/process/command-line.ts', import.meta.url));

/** Runs a command that prints this number of lines into a shell pipe to `reader`. */
function piped(lines: number, reader: string) {
  const source = `import { runCommand } from ${JSON.stringify(module)};
    await runCommand(async () => { for (let line = 0; line < ${lines}; line++) { process.stdout.write('line\\n'.repeat(99)); await new Promise(setImmediate); } });`;
  const command = `"$0" --input-type=module --eval "$1" | ${reader}`;
  return spawnSync('sh', ['-c', command, process.execPath, source], { encoding: 'utf8' });
}

test('a command whose output is piped into head prints no error when head closes the pipe', () => {
  const { stdout, stderr } = piped(2000, 'head -n 1');
  expect({ stdout, stderr }).toEqual({ stdout: 'line\n', stderr: '' });
});
