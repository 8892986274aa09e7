/** The sequence of the methods: reads come before changes. `later` delays changes of records that other examples need. */
const turns = ['GET', 'POST', 'PUT', 'DELETE'];
const later: Readonly<Record<string, number>> = {
  productsBulkUpdate: 2.1,
  ordersCancel: 2.2,
  ordersDelete: 3.1,
  subscriptionsBulkDelete: 3.2,
  productsBulkDelete: 3.2,
  ordersBulkDelete: 3.2,
  usersDelete: 3.3,
};

interface Example {
  operationId: string;
  method: string;
}

/** Sorts the examples of the OpenAPI document so that each of them succeeds in a seeded store. */
export function sortedInTurn<E extends Example>(examples: readonly E[]): E[] {
  const turnOf = ({ method, operationId: id }: E) => later[id] ?? turns.indexOf(method);
  return [...examples].sort((a, b) => turnOf(a) - turnOf(b));
}
