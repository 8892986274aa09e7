import type { Change, Decision, EventDraft, Handlers, State, Tools } from '#shared/commands/handler.ts';
import { author, changed } from '#shared/commands/records.ts';
import type { OrdersCommands } from '#shared/contracts/orders-service.ts';
import { orderEvent } from './order-events.ts';
import { moveTo, releaseItem, transitionError } from './order-status.ts';
import type { Inventory, Order, OrdersNeeds, OrdersTables } from './records.ts';
import { stockMoves } from './stock.ts';

type BulkCommands = Pick<OrdersCommands, 'orders.bulk-update' | 'orders.bulk-delete'>;
type Fate = 'changed' | 'unchanged' | 'not_found' | 'refused';

interface Step {
  fate: Fate;
  changes: Change<OrdersTables>[];
  events: EventDraft[];
}

const ended = (fate: Fate): Step => ({ fate, changes: [], events: [] });

/** Runs one step after the other, each on the stock that the ones before it left. */
function runAll(
  state: State<OrdersTables>,
  ids: readonly number[],
  isRehearsal: boolean,
  step: (order: Order, inventory: ReadonlyMap<number, Inventory>) => Step,
): Decision<OrdersTables> {
  const inventory = new Map(state.inventory);
  const counts: Record<Fate, number> = { changed: 0, unchanged: 0, not_found: 0, refused: 0 };
  const changes: Change<OrdersTables>[] = [];
  const events: EventDraft[] = [];
  for (const id of ids) {
    const order = state.orders.get(id);
    const done = order ? step(order, inventory) : ended('not_found');
    counts[done.fate] += 1;
    for (const change of done.changes) {
      if (change.table === 'inventory' && 'put' in change) inventory.set(change.put._id, change.put);
    }
    changes.push(...done.changes);
    events.push(...done.events);
  }
  return {
    answer: { status: 200, data: counts },
    changes: isRehearsal ? [] : changes,
    events: isRehearsal ? [] : events,
  };
}

/** Moves many orders through the state machine, or deletes them; stock goes back as for each alone. */
export function bulkOrderHandlers(decimals: number): Handlers<OrdersTables, OrdersNeeds, BulkCommands> {
  const move = (
    order: Order,
    inventory: ReadonlyMap<number, Inventory>,
    command: OrdersCommands['orders.bulk-update'],
    { now }: Tools,
  ): Step => {
    const { status: to, reject_reason: reason } = command.body;
    if (order.status === to) return ended('unchanged');
    if (transitionError(order, to)) return ended('refused');
    const moves = stockMoves(inventory, now);
    const values = moveTo(order, { to, reason: reason ?? null, by: author(command), now }, moves);
    const next = changed<Order>(order, { ...values, ...(reason && { reject_reason: reason }) }, command, now);
    return {
      fate: 'changed',
      changes: [{ table: 'orders', put: next }, ...moves.finish()],
      events: [orderEvent('status-changed', next, decimals)],
    };
  };

  return {
    'orders.bulk-update': {
      needs: ({ body }) => ({ orders: body.ids ?? [] }),
      decide: (state, command, tools) =>
        runAll(state, command.body.ids, command.body.dry_run === true || command.dryRun, (order, inventory) =>
          move(order, inventory, command, tools),
        ),
    },
    'orders.bulk-delete': {
      needs: ({ body }) => ({ orders: body.ids ?? [] }),
      decide: (state, command, { now }) =>
        runAll(
          state,
          command.body.ids,
          command.body.dry_run === true || command.dryRun,
          (order, inventory) => {
            const moves = stockMoves(inventory, now);
            if (order.status !== 'delivered') for (const item of order.items) releaseItem(item, order, moves);
            return {
              fate: 'changed',
              changes: [{ table: 'orders', remove: order._id }, ...moves.finish()],
              events: [orderEvent('deleted', order, decimals)],
            };
          },
        ),
    },
  };
}
