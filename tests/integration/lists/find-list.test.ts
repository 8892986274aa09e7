import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { foldText } from '#shared/contracts/kit/fold-text.ts';
import type { ListContract } from '#shared/contracts/kit/list-query.ts';
import { dayRange } from '#shared/contracts/kit/moments.ts';
import { productReads } from '#shared/contracts/endpoints/products.ts';
import { displayedPrice } from '#shared/engine/lists/search-text.ts';
import { createCatalogReads } from '#services/catalog/reads.ts';
import { catalog, type Catalog } from '#services/catalog/service.ts';
import type { Product } from '#services/catalog/records/tables.ts';
import { writeRecords } from '../../support/seed/write-records.ts';
import { compare } from '../../unit/support/match-filter.ts';
import { askList, type Listed } from '../support/ask-list.ts';
import { quiet } from '../support/own-servers.ts';
import { openOwnService, type OwnService } from '../support/own-service.ts';
import { queriesOf } from '../support/queries-of.ts';

const locale = { currencyDecimals: 2, timeZone: 'Asia/Amman' };
const list = productReads['products.list'].list as ListContract<unknown>;

// Picks from only a few values, so that some records have equal values. They include pattern characters,
// upper and lower case, Arabic and emoji.
const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
const names = ['Coffee', 'coffee (dark)', 'C.ff*e', 'Tea', 'Té 😀', '[50%]', 'tea\\bag', '$5'];
const arabic = ['قهوة', 'شاي', 'قهوة داكنة'];
const products: Product[] = Array.from({ length: 60 }, (_, index) => {
  const created = new Date(Date.UTC(2026, 2, 1 + (index % 4), (index * 5) % 24)).toISOString();
  return {
    _id: index + 1,
    version: 1,
    price: pick([0, 1, 1250, 1200, 99_999, 125], index * 7),
    manufacturing_price: 700,
    is_active: index % 3 > 0,
    created_at: created,
    updated_at: created,
    en: { name: pick(names, index), description: pick(['Whole beans', 'Ground'], index) },
    ar: { name: pick(arabic, index), description: 'وصف' },
  };
});

let own: OwnService<Catalog>;
let ask: (sent: Record<string, unknown>, scopeOf?: 'products.list' | 'shop-products.list') => Promise<Listed>;

beforeAll(async () => {
  own = await openOwnService(catalog, null);
  const { models } = own;
  const store = own.store();
  const writes = products.map((after) => ({ table: 'products' as const, before: null, after }));
  await writeRecords(store, writes);
  const reads = createCatalogReads(models, locale, quiet);
  ask = (sent, id = 'products.list') => askList(reads[id], list, sent, locale);
});
afterAll(() => own.close());

/** The result that the contract specifies, computed without a database. */
function naively({ search, filters = {}, sort }: Asked, rows = products): number[] {
  const has = (text: string, part: string) => foldText(text).includes(foldText(part));
  const shown = (row: Product) => [
    displayedPrice(row.price, 2),
    row.is_active ? '1' : '0',
    row.created_at,
    row.en.name,
    row.en.description,
    row.ar.name,
    row.ar.description,
  ];
  const matching = rows.filter((row) => {
    const day = filters.created_at ? dayRange(filters.created_at, locale.timeZone) : null;
    return (
      (search === undefined || shown(row).some((text) => has(text, search))) &&
      (filters.name === undefined || has(row.en.name, filters.name) || has(row.ar.name, filters.name)) &&
      (filters.price === undefined || row.price === Math.round(filters.price * 100)) &&
      (filters.is_active === undefined || row.is_active === (filters.is_active === '1')) &&
      (!day || (day.from <= row.created_at && row.created_at < day.until))
    );
  });
  const keys = (sort ?? '-id').split(',').map((key) => [key.replace('-', ''), key.startsWith('-')] as const);
  const valueOf = (row: Product, key: string) =>
    key === 'id' ? row._id : key === 'name' ? row.en.name : (row as unknown as Record<string, unknown>)[key];
  const total = keys.some(([key]) => key === 'id')
    ? keys
    : [...keys, ['id', keys.at(-1)?.[1] ?? true] as const];
  return matching
    .sort((a, b) => {
      for (const [key, descending] of total) {
        const by = compare(valueOf(a, key), valueOf(b, key));
        if (by !== 0) return descending ? -by : by;
      }
      return 0;
    })
    .map((row) => row._id);
}

interface Asked {
  search?: string;
  filters?: { name?: string; price?: number; is_active?: string; created_at?: string };
  sort?: string;
}
const terms = [
  'coffee',
  'TEA',
  '12.50',
  '12.5',
  '.',
  '*',
  '(dark',
  '\\',
  '$5',
  '[50%',
  '2026-03-02T',
  '1',
  'قهوة',
  '😀',
  'é',
  'x',
];
const keys = ['id', 'price', 'is_active', 'created_at', 'name', 'description'];
const asked: fc.Arbitrary<Asked> = fc.record(
  {
    search: fc.constantFrom(...terms),
    filters: fc.record(
      {
        name: fc.constantFrom('coffee', 'C.f', 'شاي', '(', 'e'),
        price: fc.constantFrom(12.5, 0, 999.99),
        is_active: fc.constantFrom('0', '1'),
        created_at: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-05', '2026-02-28'),
      },
      { requiredKeys: [] },
    ),
    sort: fc
      .shuffledSubarray(keys, { minLength: 1, maxLength: 3 })
      .chain((chosen) => fc.tuple(...chosen.map((key) => fc.constantFrom(key, `-${key}`))))
      .map((chosen) => chosen.join(',')),
  },
  { requiredKeys: [] },
);

/** `description` is stored per language, and only the database can sort by it. */
const modelled = asked.filter(({ sort }) => sort?.includes('description') !== true);

describe('the product list', () => {
  test('the product list returns the products that search, filters and sort select', async () => {
    await fc.assert(
      fc.asyncProperty(modelled, async (query) => {
        expect((await ask({ ...query })).ids).toEqual(naively(query));
      }),
      { numRuns: 150 },
    );
  });

  test('the numbered pages of the product list together contain each match once, and state the exact total', async () => {
    await fc.assert(
      fc.asyncProperty(asked, fc.constantFrom(1, 7, 15, 200), async (query, perPage) => {
        const { ids: all } = await ask({ ...query });
        const seen: number[] = [];
        const lastPage = Math.max(1, Math.ceil(all.length / perPage));
        for (let page = 1; page <= Math.min(lastPage, 12); page += 1) {
          const answer = await ask({
            ...query,
            paginate: '1',
            page: String(page),
            per_page: String(perPage),
          });
          expect(answer).toMatchObject({ total: all.length, lastPage });
          seen.push(...answer.ids);
        }
        expect(seen).toEqual(all.slice(0, 12 * perPage));
      }),
      { numRuns: 25 },
    );
    expect(await ask({ paginate: '1', page: '99' })).toMatchObject({ ids: [], total: 60, lastPage: 4 });
  });

  test('the product list read page by page with cursors equals the full list, forwards and backwards', async () => {
    await fc.assert(
      fc.asyncProperty(asked, fc.constantFrom(4, 9, 60), async (query, perPage) => {
        const { ids: all } = await ask({ ...query });
        const page = (cursor: string | null | undefined) =>
          ask({ ...query, paginate: 'cursor', per_page: String(perPage), ...(cursor && { cursor }) });
        const pages = [await page(null)];
        for (let last = pages[0]; last?.next; last = pages.at(-1)) pages.push(await page(last.next));
        expect(pages.flatMap(({ ids }) => ids)).toEqual(all);
        expect(pages[0]?.prev).toBeNull();
        let at = pages.length - 1;
        for (let back = pages.at(-1); back?.prev; at -= 1) {
          back = await page(back.prev);
          expect(back.ids).toEqual(pages[at - 1]?.ids);
        }
        expect(at).toBe(0);
      }),
      { numRuns: 25 },
    );
  });

  test('the product list for shoppers contains only active products, whatever the filter', async () => {
    const active = products.filter((product) => product.is_active);
    await fc.assert(
      fc.asyncProperty(modelled, async (query) => {
        expect((await ask({ ...query }, 'shop-products.list')).ids).toEqual(naively(query, active));
      }),
      { numRuns: 30 },
    );
    expect((await ask({ filters: { is_active: '0' } }, 'shop-products.list')).ids).toEqual([]);
  });

  test('concurrent requests for one page of the product list share a query, and other pages have their own queries', async () => {
    const same = { paginate: '1', per_page: '7', sort: 'price' };
    let answers: Listed[] = [];
    const queries = await queriesOf(own.database, 'products', async () => {
      answers = await Promise.all([
        ...Array.from({ length: 8 }, () => ask(same)),
        ask({ ...same, page: '2' }),
        ask({ ...same, search: 'tea' }),
        ask({ ...same, filters: { name: 'tea' } }),
        ask(same, 'shop-products.list'),
      ]);
    });
    const [first, ...rest] = answers;
    const active = products.filter((product) => product.is_active);
    const others = [naively({ sort: 'price' }).slice(7), naively({ sort: 'price', search: 'tea' })];
    const more = [naively({ sort: 'price', filters: { name: 'tea' } }), naively({ sort: 'price' }, active)];
    const expected = [...others, ...more].map((ids) => ids.slice(0, 7));
    expect(first?.ids).toEqual(naively({ sort: 'price' }).slice(0, 7));
    expect(rest.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => first));
    expect(rest.slice(7).map(({ ids }) => ids)).toEqual(expected);
    // One query serves all callers of one page, because their requests came before the query began. Each of
    // the other pages needs its own query.
    expect(queries).toBe(5);
  });

  test('the next cursor page is correct after the last product of the previous page was deleted', async () => {
    const query = { paginate: 'cursor', per_page: '10', sort: '-price' };
    const first = await ask(query);
    const models = own.database.models['Product'];
    const gone = first.ids.at(-1) ?? 0;
    const kept: unknown = await models?.findById(gone).lean();
    await models?.deleteOne({ _id: gone });
    const second = await ask({ ...query, cursor: first.next ?? '' });
    await models?.collection.insertOne(kept as never);
    expect(second.ids).toEqual(naively({ sort: '-price' }).slice(10, 20));
  });
});
