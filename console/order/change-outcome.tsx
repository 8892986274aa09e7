import { Checkbox, Stack, Text } from '@mantine/core';
import type { Order, OrderChange } from '#clients/typescript/src/main.ts';
import { useFormat } from '../format/use-format.ts';
import { ReceiptRow } from '../parts/receipt-row.tsx';
import { Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { paidBackBy, type AddedLine } from './change-draft.ts';
import { changeTexts } from './change-texts.ts';

interface ChangeOutcomeProps {
  order: Order;
  added: readonly AddedLine[];
  /** Undefined until a dry run of the change has finished, and if the API rejects the change. */
  outcome: OrderChange | undefined;
  isChanged: boolean;
}

/** The order's total, money and stock as they would be after the change. */
export function ChangeOutcome({ order, added, outcome, isChanged }: ChangeOutcomeProps) {
  const t = useTexts(changeTexts);
  return (
    <Stack gap="xs" role="status">
      {!isChanged && <Text c="dimmed">{t('unchanged')}</Text>}
      {isChanged && outcome !== undefined && (
        <>
          <Sums outcome={outcome} />
          <StockMoves outcome={outcome} order={order} added={added} />
        </>
      )}
      {order.figures === 'given' && (
        <Text size="sm" c="dimmed">
          {t('staysAsEntered')}
        </Text>
      )}
    </Stack>
  );
}

function Sums({ outcome: { before, after, money } }: { outcome: OrderChange }) {
  const t = useTexts(changeTexts);
  const { due_after: due, refunded } = money;
  return (
    <div className="order-receipt">
      <dl aria-label={t('afterChange')}>
        <ReceiptRow name="total_before" label={t('totalBefore')} amount={before.total} />
        <ReceiptRow name="total" label={t('newTotal')} amount={after.total} />
        {refunded > 0 && <ReceiptRow name="refunded" label={t('paidBack')} amount={refunded} />}
        <ReceiptRow name="due" label={t(due < 0 ? 'owed' : 'due')} amount={Math.abs(due)} />
      </dl>
    </div>
  );
}

type StockMovesProps = Pick<ChangeOutcomeProps, 'order' | 'added'> & { outcome: OrderChange };

function StockMoves({ outcome: { stock }, order, added }: StockMovesProps) {
  const t = useTexts(changeTexts);
  const { number } = useFormat();
  const names = new Map([
    ...order.items.map(({ product_id: id, product }) => [id, product.name] as const),
    ...added.map(({ product: { id, name } }) => [id, name] as const),
  ]);
  const shown = (units: number | null) => (units === null ? '—' : number(units));
  return stock.map(({ product_id: id, from, to }) => (
    <Text key={id} size="sm" c="dimmed" data-stock-of={id}>
      {t('stockMoves', { from: shown(from), to: shown(to) })} · <Name>{names.get(id)}</Name>
    </Text>
  ));
}

interface PayBackProps {
  outcome: OrderChange | undefined;
  isChosen: boolean;
  choose: (isChosen: boolean) => void;
}

/** The option to refund the difference. Shown only if the shop would owe the customer money after the change. */
export function PayBack({ outcome, isChosen, choose }: PayBackProps) {
  const t = useTexts(changeTexts);
  const { money } = useFormat();
  const owed = outcome === undefined ? 0 : paidBackBy(outcome);
  if (owed === 0) return null;
  return (
    <Checkbox
      label={t('payBack', { amount: money(owed) })}
      description={t('payBackMore')}
      checked={isChosen}
      onChange={({ currentTarget: { checked } }) => choose(checked)}
    />
  );
}
