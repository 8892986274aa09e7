import * as storefront from '../src/main.ts';

/**
 * An example of your own test against your own store. `npm start` runs the store on port 3000; `npm run -s token -- --scope
 * admin` and `-- --scope client --user 1` print the tokens. The test creates its own data, so it can run repeatedly and
 * concurrently with other tests.
 */
export async function buyingTakesStock(baseUrl: string, tokens: { admin: string; client: string }) {
  const admin = storefront.createClient({ baseUrl, token: tokens.admin });
  const client = storefront.createClient({ baseUrl, token: tokens.client });
  const text = { name: 'A test’s teapot', description: 'Pours.' };
  const teapot = await storefront.adminProductsCreate({
    client: admin,
    body: { price: 9.5, en: text, ar: text },
  });
  const path = { product: teapot.id };
  await storefront.adminInventorySet({ client: admin, path, body: { stock: 5 } });

  const at = { line1: '3 Hill Road', city: 'Amman', country: 'JO' };
  const address = await storefront.shopAddressesCreate({ client, body: at });
  await storefront.shopCartClear({ client });
  await storefront.shopCartAdd({ client, body: { product_id: teapot.id, amount: 2 } });
  const order = await storefront.shopOrdersCheckout({
    client,
    body: { payment_method: 1, address_id: address.id },
  });

  const { stock, held } = await storefront.adminInventoryRead({ client: admin, path });
  return { total: order.total, stock, held };
}
