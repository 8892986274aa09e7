import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const shelves = ['guides', 'operate', 'inside', 'measured'];
const pagesOfDocs = globSync('docs/**/*.md', { cwd: root });
const pages = [
  ...globSync('*.md', { cwd: root, exclude: ['CHANGELOG.md'] }),
  ...pagesOfDocs,
  ...globSync(['deploy/**/*.md', 'clients/*/*.md', 'shared/*/*.md', 'console/*.md', 'tests/*.md'], {
    cwd: root,
  }),
];
const topFolders = /^(clients|services|shared|tools|deploy|docs|tests)\//;

/** The text of a page without its diffs, because a diff may mention files that do not exist yet. */
function read(page: string): string {
  return readFileSync(join(root, page), 'utf8').replaceAll(/^```diff\n.*?^```$/gms, '');
}

function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function brokenLinks(page: string): string[] {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', heading] = link.split('#');
    const target = path === '' ? join(root, page) : join(root, dirname(page), path);
    if (!existsSync(target)) return true;
    if (heading === undefined) return false;
    const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
      anchor(text),
    );
    return !headings.includes(heading);
  });
}

/** Missing files and folders: paths in a page's code spans that begin with a top-level folder but do not exist. */
function missingPaths(page: string): string[] {
  const code = [...read(page).matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) => text.split(/[\s,]+/));
  const paths = code.filter((word) => topFolders.test(word) && !/[<*…{}]/.test(word));
  return paths.filter((path) => !existsSync(join(root, path)));
}

/** The names of the folders in README's tree, without their parents. */
function foldersOfTree(): string[] {
  const [, tree = ''] = /^## The tree\n\n```\n(.*?)^```$/ms.exec(read('README.md')) ?? [];
  return [...tree.matchAll(/(?<=^|\s)([a-z0-9-]+)\/(?=\s|$)/g)].map(([, name = '']) => name);
}

describe.each([...pages, 'CHANGELOG.md'])('%s', (page) => {
  test(`every link in ${page} leads to an existing file and heading`, () => {
    expect(brokenLinks(page)).toEqual([]);
  });
});

// Excludes the changelog, because it also mentions files that have moved.
describe.each(pages)('%s', (page) => {
  test(`${page} mentions only files and folders that exist`, () => {
    expect(missingPaths(page)).toEqual([]);
  });
});

test('the folder docs has exactly four folders, and docs/README.md links to every other page in them', () => {
  const entries = globSync('docs/*', { cwd: root }).map((path) => basename(path));
  expect(new Set(entries)).toEqual(new Set(['README.md', ...shelves]));
  const index = read('docs/README.md');
  const unlisted = pagesOfDocs.filter((page) => !index.includes(`](${page.replace('docs/', '')})`));
  expect(unlisted).toEqual(['docs/README.md']);
});

test('every picture and JSON file under docs is mentioned on a page', () => {
  const text = pagesOfDocs.map(read).join('\n') + read('README.md') + read('tests/README.md');
  const files = globSync('docs/**/*.{png,svg,json}', { cwd: root });
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !text.includes(basename(file)))).toEqual([]);
});

test('the folder tree in README.md lists every folder of the project that exists and no other, but may omit folders inside a service', () => {
  const services = globSync('services/*', { cwd: root });
  const parents = [
    'services',
    'services/gateway',
    'shared',
    ...globSync('shared/*', { cwd: root }),
    'clients',
    'tools',
    'deploy',
    'tests',
    'instruments',
  ];
  const foldersIn = (folders: readonly string[]) =>
    folders.flatMap((folder) => globSync(`${folder}/*/`, { cwd: root }).map((path) => basename(path)));
  const top = ['clients', 'console', 'services', 'shared', 'tools', 'deploy', 'tests', 'instruments', 'docs'];
  const required = new Set([...top, ...foldersIn(parents)]);
  const listed = new Set(foldersOfTree());
  expect([...required.difference(listed)]).toEqual([]);
  expect([...listed.difference(required.union(new Set(foldersIn(services))))]).toEqual([]);
});
