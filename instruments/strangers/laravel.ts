import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callerWith, type Caller } from '#tests/support/caller.ts';
import { seededRandom } from '#tests/support/seeded-random.ts';
import type { StoreAccess } from '#tests/support/store-access.ts';
import { englishRules } from '#shared/contracts/errors.ts';
import { runProgram } from '#tools/run-program.ts';
import { debianProgram } from './install.ts';
import { longList } from './lists.ts';
import { differs, type Stranger } from './stranger.ts';

const packages = ['php-cli', 'php-laravel-framework', 'php-guzzlehttp-guzzle'];

const {
  required,
  string,
  integer,
  numeric,
  boolean,
  array,
  exists,
  min,
  max,
  min_characters,
  max_characters,
  max_items,
} = englishRules;
/**
 * The texts of Laravel's messages. They are in this file, because Debian's package has none. Laravel chooses the rule and fills
 * in the names.
 */
const sentences = {
  required,
  string,
  integer,
  numeric,
  boolean,
  array,
  exists,
  in: englishRules.in,
  min: { numeric: min, string: min_characters },
  max: { numeric: max, string: max_characters, array: max_items },
};

interface Question {
  sentences?: typeof sentences;
  /** The ids that exist, keyed by table. */
  ids?: Record<string, number[]>;
  pages?: { total: number; per_page: number; page: number; path: string; query: string }[];
  bodies?: { body: unknown; rules: Rules }[];
  calls?: Call[];
  /** The code of the documented function, and the arguments with which it is called twice. */
  checkout?: { code: string; token: string; key: string; body: unknown };
}
interface Call {
  method: string;
  url: string;
  token: string;
  as: 'form' | 'json';
  body: unknown;
}
interface Judgement {
  pages: unknown[];
  errors: Record<string, string>[];
  calls: { status: number; json: unknown; thrown: unknown }[];
  checkouts: { status: number; id: unknown }[];
}
type Rules = Record<string, string>;

async function ask(question: Question): Promise<Judgement> {
  const php = await debianProgram('php', ...packages);
  const program = join(import.meta.dirname, 'laravel/judge.php');
  const { code, stdout, stderr } = await runProgram(php, [program], { input: JSON.stringify(question) });
  if (code !== 0) throw new Error(`${stdout}${stderr}`);
  return JSON.parse(stdout) as Judgement;
}

export const laravel: Stranger = {
  proves:
    "lists, error messages and bodies are equal to those of Laravel's paginator, validator and HTTP client, and the documented checkout works",
  judge: async (store) => {
    const access = await store();
    const token = await access.adminToken();
    const admin = callerWith(access, async () => token);
    return [
      ...(await pagesDiffer(access, admin)),
      ...(await refusalsDiffer(admin)),
      ...(await bodiesDiffer(access, admin, token)),
      ...(await documentedCheckoutDiffers(access, admin)),
    ];
  },
};

/**
 * Compares the pages of a list with Laravel's, for several page sizes. The pages include some with gaps between the page numbers,
 * some past the end, and an empty list.
 */
async function pagesDiffer({ url }: StoreAccess, admin: Caller): Promise<string[]> {
  const total = 31;
  const { search } = await longList(admin, total);
  const list = '/api/admin/products';
  const matching = `paginate=1&search=${encodeURIComponent(search)}&filters%5Bis_active%5D=1`;
  const asked = [1, 2, 4, 15, 31, 200].flatMap((per_page) =>
    Array.from({ length: Math.ceil(total / per_page) + 2 }, (_, index) => ({
      total,
      per_page,
      page: index + 1,
      path: url + list,
      query: `${matching}&per_page=${per_page}`,
    })),
  );
  asked.push({
    total: 0,
    per_page: 15,
    page: 1,
    path: url + list,
    query: 'paginate=1&search=none&per_page=15',
  });
  const { pages } = await ask({ pages: asked });
  const found: string[] = [];
  for (const [index, { query, page }] of asked.entries()) {
    const { text } = await admin.get(`${list}?${query}&page=${page}`);
    const { links, meta } = JSON.parse(text) as {
      links: unknown;
      meta: { links: { page?: number | null }[] };
    };
    // Laravel 12 adds `page` to the links of pages. Debian has Laravel 8.
    for (const link of meta.links) delete link.page;
    found.push(...differs(`${query}&page=${page}`, pages[index], { links, meta }));
  }
  return found;
}

const subscription: Rules = {
  price: 'required|numeric|min:0|max:9999999.99',
  is_active: 'sometimes|boolean',
  ...Object.fromEntries(
    ['en', 'ar'].flatMap((language) => [
      [language, 'nullable|array'],
      [`${language}.name`, 'required|string|min:2|max:255'],
      [`${language}.description`, 'required|string|min:2|max:5000'],
    ]),
  ),
};
const order: Rules = {
  user_id: 'required|integer|exists:users,id',
  address_id: 'required|integer|exists:addresses,id',
  payment_method: 'required|integer|in:1,2,3,4',
  total: 'required|numeric|min:0',
  notes: 'sometimes|nullable|string|max:2000',
  items: 'sometimes|array',
  'items.*': 'array',
  'items.*.product_id': 'required|integer|exists:products,id',
  'items.*.amount': 'required|integer|min:1|max:100000',
  'items.*.main_price': 'sometimes|numeric|min:0|max:9999999.99',
};

/** Values of every kind. None is a number that may be the id of a record that another judge of this suite created. */
const values: readonly unknown[] = [
  undefined,
  null,
  '',
  '  ',
  'a',
  ' ab ',
  'text',
  'é'.repeat(255),
  'é'.repeat(256),
  '12.50',
  ' 70007 ',
  '1e1',
  '-1',
  '0',
  0,
  -1,
  1.5,
  99_999_999,
  true,
  false,
  'true',
  'off',
  'no',
  [],
  [1],
  {},
  { a: 1 },
  '0x1f',
  'NaN',
  '1,5',
  '٣',
];

/** Compares the refusals of random bodies with those of Laravel's validator: which fields, and the sentence of each. */
async function refusalsDiffer(admin: Caller): Promise<string[]> {
  const random = seededRandom(12);
  const some = (good: unknown): unknown => (random.chance(0.6) ? good : random.shuffled(values)[0]);
  const translation = () => some({ name: some('Name'), description: some('Text') });
  const ids = await knownIds(admin);
  const item = () => some({ product_id: some(ids.products[0]), amount: some(2), main_price: some(1.5) });
  const asked = Array.from({ length: 400 }, (_, index) =>
    index % 2 === 0
      ? {
          path: '/api/admin/subscriptions',
          rules: subscription,
          body: { price: some(5), is_active: some(true), en: translation(), ar: translation() },
        }
      : {
          path: '/api/admin/orders?dry_run=1',
          rules: order,
          body: {
            user_id: some(ids.users[0]),
            address_id: some(ids.addresses[0]),
            payment_method: some(1),
            status: 'pending',
            total: some(5),
            notes: some('Ring twice'),
            items: some([item(), item()]),
          },
        },
  );
  // JSON has no `undefined`. So a field with this value is absent for the store and for Laravel.
  const bodies = asked.map(({ body, rules }) => ({
    body: JSON.parse(JSON.stringify(body)) as unknown,
    rules,
  }));
  const { errors } = await ask({ ids, bodies, sentences });
  const found: string[] = [];
  for (const [index, { path, body }] of asked.entries()) {
    const answer = await admin.send('POST', path, { json: body });
    if (answer.status >= 500) found.push(`${path} returned ${answer.status} for ${JSON.stringify(body)}`);
    const refused = answer.status === 422 ? answer.problem.errors : {};
    found.push(...refusalDiffers(body, errors[index] ?? {}, firstOf(refused ?? {})));
  }
  return [...new Set(found)];
}

const firstOf = (errors: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, [first = '']]) => [field, first]));

interface Difference {
  field: string;
  /** The value of the field, and the list or object that contains the field. */
  value: unknown;
  parent: unknown;
  laravels: string | undefined;
  ours: string | undefined;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** The differences from Laravel that docs/inside/strangers.md names. */
const named: readonly ((difference: Difference) => boolean)[] = [
  ({ laravels, ours }) => ours === `${laravels ?? ''} Allowed: 1, 2, 3, 4.`,
  ({ value, laravels }) => value === '1e1' && laravels?.endsWith('must be an integer.') === true,
  ({ field, value }) => field === 'is_active' && ['true', 'off', 'no'].includes(String(value)),
  ({ value, ours }) => !isObject(value) && ours?.endsWith('must be an object.') === true,
  ({ field, value, ours }) =>
    field === 'items' && isObject(value) && ours?.endsWith('must be an array.') === true,
  ({ parent, ours }) => !isObject(parent) && ours === undefined,
  ({ field, parent, ours }) => /^items\.[^.]+$/.test(field) && isObject(parent) && ours === undefined,
  ({ value, laravels, ours }) =>
    isEmpty(value) && laravels?.endsWith('is required.') === true && ours !== undefined,
  ({ value, laravels, ours }) => value === true && laravels === undefined && ours !== undefined,
];

function refusalDiffers(
  body: unknown,
  laravels: Record<string, string>,
  ours: Record<string, string>,
): string[] {
  const fields = [...new Set([...Object.keys(laravels), ...Object.keys(ours)])].toSorted();
  return fields.flatMap((field) => {
    const path = field.split('.');
    const [value, parent] = [valueAt(body, path), valueAt(body, path.slice(0, -1))];
    const difference = { field, value, parent, laravels: laravels[field], ours: ours[field] };
    if (named.some((matches) => matches(difference))) return [];
    return differs(`${field} = ${describe(value)}`, laravels[field], ours[field]);
  });
}

function valueAt(body: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key],
    body,
  );
}

const describe = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value).slice(0, 40));

async function knownIds(admin: Caller) {
  const users = await admin.post<{ id: number }>('/api/admin/users', {
    name: 'Layla',
    email: `${crypto.randomUUID()}@example.com`,
  });
  const place = { user_id: users.data.id, line1: '12 Rainbow Street', city: 'Amman', country: 'JO' };
  const addresses = await admin.post<{ id: number }>('/api/admin/addresses', place);
  const names = { en: { name: 'Coffee', description: 'Beans' }, ar: { name: 'قهوة', description: 'حبوب' } };
  const products = await admin.post<{ id: number }>('/api/admin/products', { price: 2, ...names });
  return { users: [users.data.id], addresses: [addresses.data.id], products: [products.data.id] };
}

/** Sends the same bodies with Laravel's HTTP client as a form and as JSON. */
async function bodiesDiffer({ url }: StoreAccess, admin: Caller, token: string): Promise<string[]> {
  const ids = await knownIds(admin);
  const items = [
    { product_id: ids.products[0], amount: 2, main_price: 3.5 },
    { product_id: ids.products[0], amount: 1, discount_amount: 0.5 },
  ];
  const order = {
    user_id: ids.users[0],
    address_id: ids.addresses[0],
    payment_method: 1,
    status: 'pending',
    total: 8,
  };
  const bodies = [
    { ...order, items, dry_run: true, notes: 'Ring twice & wait; 50 % + قهوة' },
    { ...order, items: [{ product_id: ids.products[0] }, { amount: 0 }], dry_run: true },
    { ...order, items: [], dry_run: true },
    {},
  ];
  const calls = bodies.flatMap((body) =>
    (['json', 'form'] as const).map((as) => ({
      method: 'post',
      url: `${url}/api/admin/orders`,
      token,
      as,
      body,
    })),
  );
  const { calls: answers } = await ask({ calls });
  const found: string[] = [];
  for (const [index, body] of bodies.entries()) {
    const [json, form] = answers.slice(index * 2, index * 2 + 2);
    found.push(...differs(`as a form: ${JSON.stringify(body)}`, lasting(json), lasting(form)));
  }
  return found;
}

/** Runs the checkout of docs/guides/failures.md twice with one key. It must renew rejected tokens and place one order. */
async function documentedCheckoutDiffers(access: StoreAccess, admin: Caller): Promise<string[]> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/guides/failures.md'), 'utf8');
  const [, code = ''] = /^```php\n(.*?)^```$/ms.exec(page) ?? [];
  const { users, addresses, products } = await knownIds(admin);
  const token = await access.clientToken(users[0] ?? 0);
  const shopper = callerWith(access, async () => token);
  await shopper.post('/api/client/cart/items', { product_id: products[0], amount: 2 });
  const { checkouts } = await ask({
    checkout: {
      code: code.replace('http://localhost:3000', access.url),
      token,
      key: crypto.randomUUID(),
      body: { payment_method: 1, address_id: addresses[0] },
    },
  });
  const { data } = await shopper.get<{ id: number }[]>('/api/client/orders');
  const placed = { status: 201, id: data[0]?.id };
  return [
    ...differs('orders of the shopper', 1, data.length),
    ...differs('the documented checkout and its retry', [placed, placed], checkouts),
  ];
}

/** The response as JSON. Leaves out the parts that differ between two requests. */
function lasting(answer: unknown): string {
  const changing = /^(request_id|instance|created_at|updated_at|at)$/;
  return JSON.stringify(answer, (key, value: unknown) => (changing.test(key) ? undefined : value));
}
