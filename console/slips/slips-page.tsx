import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { settingsRead, type ShopSettings } from '#clients/typescript/src/main.ts';
import { useSession } from '../data/session.tsx';
import { useRecord } from '../data/use-record.ts';
import { useFormat } from '../format/use-format.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useShortcuts } from '../parts/shortcuts.tsx';
import { useTexts } from '../texts/language.tsx';
import { kindNamed, orderIds, paperNamed, papers, slipKinds } from './paper.ts';
import { Slip } from './slip.tsx';
import { createSlipFormat } from './slip-format.ts';
import { slipsPageTexts } from './texts.ts';
import { useOrdersToPrint } from './use-orders-to-print.ts';
import { usePageRules } from './use-page-rules.ts';
import './slips.css';

const mostAtOnce = 100;
const paperKey = 'console.paper';

/**
 * Slips or invoices for one order (`/orders/:order/slip`) or for several orders (`/slips?ids=1,2,3`), shown as they will print.
 */
export default function SlipsPage() {
  const { order } = useParams<{ order?: string }>();
  const [search] = useSearchParams();
  const asked = orderIds(order ?? search.get('ids'));
  const ids = asked.slice(0, mostAtOnce);
  const settings = useRecord(['settings'], (client, options) => settingsRead({ client, ...options }));
  const { orders, failed, isReady } = useOrdersToPrint(ids);
  const t = useTexts(slipsPageTexts);
  const { list } = useFormat();
  const back = order === undefined ? '/orders' : `/orders/${order}`;
  return (
    <div className="slips-page">
      <div className="no-print">
        <PageTitle title={t('title')}>
          <Controls back={back} isReady={isReady && settings.record !== undefined && orders.length > 0} />
        </PageTitle>
        <Stack mb="md">
          <ProblemAlert problem={settings.problem} retry={() => void settings.refresh()} />
          {settings.record !== undefined && <Nameless shop={settings.record} />}
          {failed.length > 0 && (
            <Alert role="alert" color="red" className="problem-alert">
              {t('notRead', { orders: list(failed.map(String)) })}
            </Alert>
          )}
          {asked.length > mostAtOnce && (
            <Alert role="alert" color="orange" className="problem-alert">
              {t('tooMany', { most: mostAtOnce, left: asked.length - mostAtOnce })}
            </Alert>
          )}
          <Text role="status">{t('loading', { ready: orders.length, all: ids.length })}</Text>
        </Stack>
      </div>
      {ids.length === 0 && <EmptyState title={t('none')} />}
      {settings.record !== undefined && isReady && <Sheets orders={orders} shop={settings.record} />}
    </div>
  );
}

type Orders = ReturnType<typeof useOrdersToPrint>['orders'];

function Sheets({ orders, shop }: { orders: Orders; shop: ShopSettings }) {
  const t = useTexts(slipsPageTexts);
  const [search] = useSearchParams();
  const { currency, time_zone: timeZone } = useSession();
  const format = useMemo(() => createSlipFormat({ currency, timeZone }), [currency, timeZone]);
  const paper = chosenPaper(search);
  const kind = kindNamed(search.get('kind'));
  const sheets = useRef<HTMLDivElement>(null);
  usePageRules(paper, sheets, `${kind} ${orders.map(({ id }) => id).join()}`);
  return (
    <div className="sheets" ref={sheets} role="region" aria-label={t('sheets')} tabIndex={0}>
      {orders.map((order) => (
        <Slip key={order.id} order={order} shop={shop} paper={paper} kind={kind} format={format} />
      ))}
    </div>
  );
}

function Controls({ back, isReady }: { back: string; isReady: boolean }) {
  const t = useTexts(slipsPageTexts);
  const [search, setSearch] = useSearchParams();
  const choose = (name: 'paper' | 'kind', value: string) => {
    if (name === 'paper') localStorage.setItem(paperKey, value);
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(name, value);
        return after;
      },
      { replace: true },
    );
  };
  const print = () => {
    if (isReady) globalThis.print();
  };
  useShortcuts([{ key: 'p', does: t('print'), run: print }]);
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={t('kind')}
        value={kindNamed(search.get('kind'))}
        onChange={(event) => choose('kind', event.currentTarget.value)}
        data={slipKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
      />
      <NativeSelect
        label={t('paper')}
        value={chosenPaper(search)}
        onChange={(event) => choose('paper', event.currentTarget.value)}
        data={papers.map((paper) => ({ value: paper, label: t(`paper_${paper}`) }))}
      />
      <Button onClick={print} disabled={!isReady}>
        {t('print')}
      </Button>
      <Button component={Link} href={back} variant="default">
        {t('back')}
      </Button>
    </Group>
  );
}

/** The paper from the URL, or else the paper last used in this browser. */
function chosenPaper(search: URLSearchParams) {
  return paperNamed(search.get('paper') ?? localStorage.getItem(paperKey));
}

function Nameless({ shop }: { shop: ShopSettings }) {
  const t = useTexts(slipsPageTexts);
  if (shop.en.name !== null || shop.ar.name !== null) return null;
  return (
    <Alert role="note" color="orange" className="problem-alert">
      {t('nameless')}{' '}
      <Anchor component={Link} href="/settings">
        {t('settings')}
      </Anchor>
    </Alert>
  );
}
