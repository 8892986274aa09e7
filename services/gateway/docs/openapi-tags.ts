/** Describes each group of endpoints. A group's name comes from its paths. */
const descriptions: Readonly<Record<string, string>> = {
  'Admin subscriptions': 'Plans that the shop offers, in both languages.',
  'Admin products': 'What the shop sells, with its costs, in both languages.',
  'Client subscriptions': 'Plans that the shop offers, as shoppers see them.',
  'Client products': 'What the shop sells, as shoppers see it.',
  'Admin orders': 'Orders of everybody, and their way from pending to delivered.',
  'Client orders': 'The orders of the token’s user, and the checkout that makes them.',
  'Admin order items': 'The lines of orders, one by one.',
  'Admin users': 'The shop’s customers.',
  'Admin addresses': 'Where orders go, of every customer.',
  'Client me': 'Who the token’s user is.',
  'Client addresses': 'Where orders go, of the token’s user.',
  'Admin inventory': 'How much of a product is in stock, and how much of it is held for orders.',
  'Client cart': 'What the token’s user is about to order.',
  'Admin settings': 'What the shop is called, what its slips say, and the views that its staff keep.',
  'Admin statistics': 'What was ordered and sold: by time, state, payment method, product and city.',
  'Admin webhooks': 'URLs of other systems that events are sent to, and what became of each delivery.',
  'Admin audit': 'Whether the data is as its own rules say.',
  Events: 'What happened to which record, for those who follow the store.',
  Operations: 'What became of a write, and of each record of bulk work.',
};

export function describeTag(name: string): { name: string; description?: string } {
  const description = descriptions[name];
  return { name, ...(description !== undefined && { description }) };
}
