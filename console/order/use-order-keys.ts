import { useLocation } from 'wouter';
import type { Order } from '#clients/typescript/src/main.ts';
import { walkFrom } from '../data/order-walk.ts';
import { useShortcuts, type Shortcut } from '../parts/shortcuts.tsx';
import { useTexts } from '../texts/language.tsx';
import { nextMoves } from './next-moves.ts';
import { paymentTexts } from './payment-texts.ts';
import { orderTexts } from './texts.ts';
import type { OpenOrderState } from './use-open-order.ts';

/** The keyboard shortcuts of an order's page. During an edit or a save, shortcuts that leave the page are off. */
export function useOrderKeys(order: Order, state: OpenOrderState): void {
  const t = useTexts(orderTexts);
  const [, go] = useLocation();
  const tPayment = useTexts(paymentTexts);
  const { mayWrite, editing, isPending, move, edit, pay, leaveEditing } = state;
  const { list, previous, next } = walkFrom(order.id);
  const moves = nextMoves(order);
  const forward = moves.find(({ isForward }) => isForward);
  const rejecting = moves.find(({ to }) => to === 'rejected');
  const mayLeave = editing === null && !isPending;
  useShortcuts([
    ...key('c', forward && t(`to_${forward.to}`), mayWrite && forward && (() => move(forward))),
    ...key('r', rejecting && t('to_rejected'), mayWrite && rejecting && (() => move(rejecting))),
    ...key('e', t('edit'), mayWrite && edit),
    ...key('m', tPayment('record'), mayWrite && (() => pay(true))),
    ...key('p', t('print'), mayLeave && (() => go(`/orders/${order.id}/slip`))),
    ...key('j', t('nextOrder'), mayLeave && next !== undefined && (() => go(`/orders/${next}`))),
    ...key('k', t('previousOrder'), mayLeave && previous !== undefined && (() => go(`/orders/${previous}`))),
    ...key(
      'Escape',
      t(editing === null ? 'backToList' : 'leave'),
      editing !== null ? leaveEditing : mayLeave && (() => go(list)),
    ),
  ]);
}

function key(name: string, does: string | undefined, run: (() => void) | false | undefined): Shortcut[] {
  return run === undefined || run === false || does === undefined ? [] : [{ key: name, does, run }];
}
