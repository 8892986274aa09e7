import type { Order } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { NoteForm } from './note-form.tsx';

/** The order's changes with their authors, and the staff notes. */
export function OrderHistory({ order }: { order: Order }) {
  const mayWrite = useMayWrite();
  const products = new Map(order.items.map(({ product }) => [product.id, product.name]));
  return (
    <Timeline kind="orders" id={order.id} shopper={order.user.name} products={products}>
      {mayWrite && <NoteForm order={order.id} />}
    </Timeline>
  );
}
