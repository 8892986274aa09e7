/* Uses Refine's REST data provider, configured for the store as for any Laravel API. Prints the results. */
import { createDataProvider } from '@refinedev/rest';

const [url, token, search] = process.argv.slice(2);
const body = { mapResponse: async (response) => (await response.json()).data };
const refused = {
  transformError: async (response) => {
    const { message, errors } = await response.json();
    return { statusCode: response.status, message, errors };
  },
};
const { dataProvider } = createDataProvider(
  url,
  {
    getList: {
      ...body,
      buildQueryParams: async ({ pagination, filters, sorters }) => ({
        paginate: true,
        page: pagination.currentPage,
        per_page: pagination.pageSize,
        search,
        filters: Object.fromEntries(filters.map(({ field, value }) => [field, value])),
        sort: sorters.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(','),
      }),
      getTotalCount: async (response) => (await response.json()).meta.total,
    },
    getOne: body,
    create: { ...body, ...refused },
    update: { ...body, ...refused },
    deleteOne: { mapResponse: async () => ({}) },
  },
  { headers: { Authorization: `Bearer ${token}` } },
);

const resource = 'products';
const names = {
  en: { name: 'Coffee', description: 'Whole beans' },
  ar: { name: 'قهوة', description: 'حبوب كاملة' },
};
const list = await dataProvider.getList({
  resource,
  pagination: { currentPage: 2, pageSize: 10 },
  filters: [{ field: 'is_active', operator: 'eq', value: true }],
  sorters: [{ field: 'id', order: 'asc' }],
});
const created = (await dataProvider.create({ resource, variables: { price: 2.5, ...names } })).data;
const changed = (await dataProvider.update({ resource, id: created.id, variables: { price: 3 } })).data;
const read = (await dataProvider.getOne({ resource, id: created.id })).data;
const error = await dataProvider
  .create({ resource, variables: { price: -1, ...names } })
  .catch((thrown) => thrown);
await dataProvider.deleteOne({ resource, id: created.id });
console.log(
  JSON.stringify({
    total: list.total,
    ids: list.data.map(({ id }) => id),
    prices: [created, changed, read].map(({ price }) => price),
    error: { statusCode: error.statusCode, errors: error.errors },
  }),
);
