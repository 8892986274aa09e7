import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkOutRelease } from '#instruments/releases/release-checkout.ts';
import { root } from '#tools/clients/folders.ts';
import { renderDocuments } from '#tools/clients/render-documents.ts';
import { runTool } from '#tools/clients/run-tool.ts';
import { goProgram } from './install.ts';
import type { Stranger } from './stranger.ts';

interface Change {
  id: string;
  text: string;
  operation: string;
  path: string;
}

/** Whether a change is harmless for callers although oasdiff reports it as breaking. */
function isHarmless({ id, text }: Change): boolean {
  // One list (`allOf`) has the conditions for `reject_reason` and for the new field `figures`, so the whole list seems new.
  if (id === 'request-body-all-of-added') return true;
  // Views can now be saved for the new lists of payments and returns.
  if (id === 'response-property-enum-value-added')
    return /the new `(payments|returns)` enum value/.test(text);
  if (!/^request-(parameter|property)-pattern-changed$/.test(id)) return false;
  // The patterns in our document are lists of words, such as `id|name`. An additional word breaks no caller.
  const [, former = '', current = ''] = /from `(.+)` to `(.+)`/.exec(text) ?? [];
  const words = new Set(wordsOf(current));
  return wordsOf(former).every((word) => words.has(word));
}

const wordsOf = (pattern: string) => pattern.match(/[\w\\.-]+/g) ?? [];

export const oasdiff: Stranger = {
  proves: 'the OpenAPI document breaks no caller of release 0.6.0, as oasdiff reads it',
  judge: async () => {
    const program = await goProgram('github.com/oasdiff/oasdiff');
    const former = await formerDocument();
    const output = await runTool(
      program,
      ['breaking', former, renderDocuments().openApi, '--format', 'json'],
      { cwd: root },
    );
    return (JSON.parse(output) as Change[])
      .filter((change) => !isHarmless(change))
      .map(({ id, text, operation, path }) => `${operation} ${path}: ${text} (${id})`);
  },
};

/** Renders the document of release 0.6.0 with its own program. */
async function formerDocument(): Promise<string> {
  const table = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const commit = /\| 0\.6\.0 .*`(\w{40})`/.exec(table)?.[1];
  if (commit === undefined) throw new Error('CHANGELOG.md does not list the commit of 0.6.0.');
  const { folder } = await checkOutRelease(commit);
  const program = `
    const { renderDocuments } = await import('./tools/clients/render-documents.ts');
    console.log(renderDocuments().openApi);`;
  const output = await runTool(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  return output.trim();
}
