/** Part of `npm run check`: requires the plain words of docs/inside/glossary.md in all text that people read. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Banned words. They had several meanings, or a meaning that only this project knew. */
const words = [
  'tells?|told|untold|nobody|somebody|whoever|anew|mend(?:s|ed)?|fallen|keeper',
  'carry away|give back|so many|of those that',
].join('|');
const banned = new RegExp(`\\b(?:${words})\\b`, 'gi');
/** Matches comments that begin with a word such as `Of`, because their subject comes at the end. */
const fronted = /^\s*(?:\/\/|\/\*\*?|\*|#)\s*(Of|Who|Whoever|What|By|So many)\b/;
/** Matches a description in the contract that begins with one of the words in `fronted`. */
const described = /\bdescri(?:ption: |be\(.*, )['`"](Of|Who|Whoever|What|By|So many)\b/;

const read = new Set(['.ts', '.tsx', '.mjs', '.js', '.css', '.md', '.yml', '.yaml', '.sh', '.patch']);
const withoutComments = new Set(['.md', '.patch']);

/** Files that are not checked, each with the reason. */
const allowed: readonly [path: RegExp, why: string][] = [
  [/\/generated\//, 'its texts come from shared/contracts, which is checked'],
  [/^tools\/check\/plain-words\.ts$|plain-words\.test\.ts$/, 'lists the words'],
];

interface PlainWordsFault {
  line: number;
  fault: string;
}

/** Finds banned words, also as parts of identifiers. The extension of `path` shows whether the file has comments. */
export function plainWordsFaults(path: string, text: string): PlainWordsFault[] {
  const hasComments = !withoutComments.has(extname(path));
  return text.split('\n').flatMap((line, index) => {
    const separate = line.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
    const found = [...new Set(separate.match(banned) ?? [])].map((word) => `"${word}"`);
    const start = hasComments ? (fronted.exec(line) ?? described.exec(line))?.[1] : undefined;
    const faults = start === undefined ? found : [...found, `a text that begins with "${start}"`];
    return faults.map((fault) => ({ line: index + 1, fault }));
  });
}

function checkTree(root: string): number {
  const options = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const { stdout } = spawnSync('git', options, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const files = stdout
    .split('\n')
    .filter((path) => read.has(extname(path)) && !allowed.some(([pattern]) => pattern.test(path)))
    // Git also lists files that were deleted and not committed yet.
    .filter((path) => existsSync(join(root, path)));
  const faults = files.flatMap((path) =>
    plainWordsFaults(path, readFileSync(join(root, path), 'utf8')).map(
      ({ line, fault }) => `${path}:${line}: ${fault}`,
    ),
  );
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.stderr.write('docs/inside/glossary.md has the words to use instead.\n');
  process.stdout.write(`${files.length} files read\n`);
  return faults.length === 0 && files.length > 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = checkTree(join(import.meta.dirname, '../..'));
