/** Reads come before changes; `later` postpones changes of records that others need. */
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

/** Sorts the document's examples so that a seeded store can grant each of them. */
export function sortedInTurn<E extends Example>(examples: readonly E[]): E[] {
  const turnOf = ({ method, operationId: id }: E) => later[id] ?? turns.indexOf(method);
  return [...examples].sort((a, b) => turnOf(a) - turnOf(b));
}
