import { useOrderCount } from '../data/use-order-count.ts';
import { useFormat } from '../format/use-format.ts';
import { orderStates } from '../parts/order-words.ts';
import { StatusTabs } from '../parts/status-tabs.tsx';
import { partTexts } from '../parts/texts.ts';
import { useTexts } from '../texts/language.tsx';
import { filterNames, type OrderView } from './order-view.ts';
import { ordersTexts } from './texts.ts';

interface StateTabsProps {
  view: OrderView;
  change: (change: Partial<OrderView>) => void;
}

/** Counts appear only while the list has no other filter, because counting with filters is slow in a large store. */
export function StateTabs({ view, change }: StateTabsProps) {
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const { search, filters } = view;
  const isPlain = search === '' && filterNames.every((name) => name === 'status' || !filters[name]);
  return (
    <StatusTabs
      label={t('byState')}
      current={filters.status ?? ''}
      choose={(status) => change({ filters: { ...filters, status } })}
      tabs={[
        { value: '', label: t('all') },
        { value: '1', label: t('live') },
        ...orderStates.map((state) => ({
          value: state,
          label: tPart(state),
          ...(isPlain && { count: <StateCount state={state} /> }),
        })),
      ]}
    />
  );
}

function StateCount({ state }: { state: string }) {
  const { number } = useFormat();
  const { count } = useOrderCount({ filters: { status: state } });
  return count === undefined ? null : number(count);
}
