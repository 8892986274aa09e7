import { nameRecords, type NameMakers } from '#shared/commands/migrations/name-makers.ts';

interface Row {
  _id: number;
  order_id: number;
}

/** Names the maker in the order before the row in the list of items, because rows are rebuilt from the order. */
export const nameMakersOfItems: NameMakers = async (db, makings) => {
  const rows = db.collection<Row>('order_items');
  const commands = new Map(makings.map(({ id, command }) => [id, command]));
  const held = await rows.find({ _id: { $in: [...commands.keys()] } }).toArray();
  const inOrders = held.map(({ _id: id, order_id: order }) => ({
    updateOne: {
      filter: { _id: order as never, items: { $elemMatch: { id, created_by_command: { $exists: false } } } },
      update: { $set: { 'items.$.created_by_command': commands.get(id) } },
    },
  }));
  if (inOrders.length > 0) await db.collection('orders').bulkWrite(inOrders, { ordered: false });
  return nameRecords(db.collection('order_items'), makings);
};
