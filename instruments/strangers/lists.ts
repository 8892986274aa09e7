import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { callerWith, type Caller } from '#tests/support/caller.ts';
import { runTool } from '#tools/clients/run-tool.ts';
import { npmPackages } from './install.ts';
import { differs, type Stranger } from './stranger.ts';

/** A list of products with many pages. */
interface LongList {
  ids: number[];
  /** The search that finds only these products. */
  search: string;
}

/** Creates products that only this search finds. */
export async function longList(admin: Caller, total: number): Promise<LongList> {
  const search = `Paged ${crypto.randomUUID()}`;
  const text = { name: search, description: 'One of many' };
  const body = { price: 1, en: text, ar: text };
  const created = await Promise.all(
    Array.from({ length: total }, () => admin.post<{ id: number }>('/api/admin/products', body)),
  );
  return { ids: created.map(({ data }) => data.id).toSorted((one, other) => one - other), search };
}

/** Runs a program of lists/ among the packages that it imports. */
async function outputOf(program: string, folder: string, ...args: string[]): Promise<string> {
  const copy = join(folder, program);
  copyFileSync(join(import.meta.dirname, 'lists', program), copy);
  return runTool(process.execPath, [copy, ...args], { cwd: folder });
}

interface WalkedPage {
  ids: number[];
  labels: string[];
  total: number;
  vue: { numbers: number[]; current: number; hasPrevious: boolean; hasNext: boolean };
}

export const pagers: Stranger = {
  proves:
    'two pagination libraries for Laravel, momentum-paginator and laravel-vue-pagination, page through a list',
  judge: async (store) => {
    const access = await store();
    const token = await access.adminToken();
    const { ids, search } = await longList(
      callerWith(access, async () => token),
      31,
    );
    const folder = await npmPackages('laravel-vue-pagination', 'momentum-paginator', 'vue');
    const query = new URLSearchParams({ paginate: 'true', per_page: '2', search, 'filters[is_active]': '1' });
    const url = `${access.url}/api/admin/products?${query.toString()}`;
    const pages = JSON.parse(await outputOf('walk.mjs', folder, url, token)) as WalkedPage[];
    const numbers = pages.map((_, index) => index + 1);
    return [
      ...differs(
        'momentum-paginator finds',
        ids.toReversed(),
        pages.flatMap((page) => page.ids),
      ),
      ...differs(
        'momentum-paginator, page 1',
        '[1] 2 3 4 5 6 7 8 9 10 ... 15 16',
        pages[0]?.labels.join(' '),
      ),
      ...differs('momentum-paginator, totals', [31], [...new Set(pages.map(({ total }) => total))]),
      ...pages.flatMap(({ vue }, index) =>
        differs(
          `laravel-vue-pagination, page ${index + 1}`,
          { numbers, current: index + 1, hasPrevious: index > 0, hasNext: index < pages.length - 1 },
          vue,
        ),
      ),
    ];
  },
};

export const refine: Stranger = {
  proves:
    "Refine's REST data provider, configured as for Laravel, lists, reads, creates, changes and deletes products",
  judge: async (store) => {
    const access = await store();
    const token = await access.adminToken();
    const { ids, search } = await longList(
      callerWith(access, async () => token),
      31,
    );
    const folder = await npmPackages('@refinedev/rest');
    const output = await outputOf('provide.mjs', folder, `${access.url}/api/admin`, token, search);
    return differs(
      'Refine',
      {
        total: 31,
        ids: ids.slice(10, 20),
        prices: [2.5, 3, 3],
        error: { statusCode: 422, errors: { price: ['The price field must be at least 0.'] } },
      },
      JSON.parse(output),
    );
  },
};
