import { createClient, shopAddressesCreate, shopCartAdd, shopOrdersCheckout } from '../src/main.ts';

export async function checkOut(baseUrl: string, token: string): Promise<void> {
  const client = createClient({ baseUrl, token });
  const at = { line1: '3 Hill Road', city: 'Amman', country: 'JO' };
  const { id } = await shopAddressesCreate({ client, body: at });
  await shopCartAdd({ client, body: { product_id: 3, amount: 2 } });
  const order = await shopOrdersCheckout({ client, body: { payment_method: 1, address_id: id } });
  console.log(order.order_number, order.total);
}
