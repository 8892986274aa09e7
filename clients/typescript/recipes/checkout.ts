import { cartAdd, createClient, ordersCheckout, ownAddressesCreate } from '../src/main.ts';

export async function checkOut(baseUrl: string, token: string): Promise<void> {
  const client = createClient({ baseUrl, token });
  const at = { line1: '3 Hill Road', city: 'Amman', country: 'JO' };
  const { id } = await ownAddressesCreate({ client, body: at });
  await cartAdd({ client, body: { product_id: 3, amount: 2 } });
  const order = await ordersCheckout({ client, body: { payment_method: 1, address_id: id } });
  console.log(order.order_number, order.total);
}
