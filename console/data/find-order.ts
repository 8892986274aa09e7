import { ordersList, StoreError, type Client } from '#clients/typescript/src/main.ts';

const longestNumber = 64;

/** Finds an order by its number, in any notation that the API's filter accepts. Undefined unless exactly one order matches. */
export async function findOrder(client: Client, number: string): Promise<number | undefined> {
  if (number.trim() === '' || number.length > longestNumber) return undefined;
  const query = { filters: { order_number: number }, paginate: 'cursor', per_page: 2 } as const;
  try {
    const { data } = await ordersList({ client, query });
    return data.length === 1 ? data[0]?.id : undefined;
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}
