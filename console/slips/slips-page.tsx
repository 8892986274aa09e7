import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import type { Order, ShopSettings } from '#clients/typescript/src/main.ts';
import { lastList } from '../data/order-walk.ts';
import { useSession } from '../data/session.tsx';
import { useOrderReads } from '../data/use-order-reads.ts';
import { useCustomersById } from '../data/use-records-by-id.ts';
import { useSettings } from '../data/use-settings.ts';
import { agreesWithLines } from '../format/line-figures.ts';
import { useFormat } from '../format/use-format.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { FailedReads } from '../parts/failed-reads.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { useShortcuts } from '../parts/shortcuts.tsx';
import { useTexts } from '../texts/language.tsx';
import { documentKinds, kindNamed, orderIds, pageRules, paperNamed, papers, type Paper } from './paper.ts';
import { PickList } from './pick-list.tsx';
import { Slip } from './slip.tsx';
import { createSlipFormat } from './slip-format.ts';
import { slipsPageTexts } from './texts.ts';
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
  const settings = useSettings();
  const { orders, failed, isReady: areRead } = useOrderReads(ids);
  const customers = usePhones(orders);
  const isReady = areRead && !customers.isLoading;
  const t = useTexts(slipsPageTexts);
  const { list, decimals } = useFormat();
  // A pick list has neither amounts nor the shop's name.
  const isForCustomer = kindNamed(search.get('kind')) !== 'pick';
  const disagreeing = orders.filter((each) => isForCustomer && !agreesWithLines(each, decimals));
  const back = order === undefined ? lastList() : `/orders/${order}`;
  return (
    <div className="slips-page">
      <Stack className="no-print" mb="md">
        <PageTitle title={t('title')}>
          <Controls back={back} isReady={isReady && settings.record !== undefined && orders.length > 0} />
        </PageTitle>
        <Stack>
          <FailedReads of={[settings, customers]} />
          {isForCustomer && settings.record !== undefined && <Nameless shop={settings.record} />}
          {failed.length > 0 && <Alert color="red">{t('notRead', { orders: list(failed) })}</Alert>}
          {asked.length > mostAtOnce && (
            <Alert color="orange">
              {t('tooMany', { most: mostAtOnce, left: asked.length - mostAtOnce })}
            </Alert>
          )}
          {disagreeing.length > 0 && (
            <Alert role="note" color="red">
              {t('disagree', { orders: list(disagreeing.map(({ order_number: number }) => number)) })}
            </Alert>
          )}
          <Text role="status">{t('ready', { ready: orders.length, all: ids.length })}</Text>
        </Stack>
      </Stack>
      {ids.length === 0 && <EmptyState title={t('none')} />}
      {settings.record !== undefined && isReady && (
        <Sheets orders={orders} phones={customers.phones} shop={settings.record} />
      )}
    </div>
  );
}

/**
 * The customers' phone numbers for orders without a phone in the delivery address. The courier needs a number
 * to call.
 */
function usePhones(orders: readonly Order[]) {
  const withoutPhone = orders.filter(({ address }) => address.phone === null);
  const { records, ...read } = useCustomersById(withoutPhone.map(({ user_id: id }) => id));
  const known = [...records.values()].flatMap(({ id, phone }) =>
    phone === null ? [] : [[id, phone] as const],
  );
  return { phones: new Map(known), ...read };
}

interface SheetsProps {
  orders: readonly Order[];
  phones: ReadonlyMap<number, string>;
  shop: ShopSettings;
}

function Sheets({ orders, phones, shop }: SheetsProps) {
  const t = useTexts(slipsPageTexts);
  const [search] = useSearchParams();
  const { currency, decimals, time_zone: timeZone } = useSession();
  const format = useMemo(
    () => createSlipFormat({ currency, decimals, timeZone }),
    [currency, decimals, timeZone],
  );
  const paper = chosenPaper(search);
  const kind = kindNamed(search.get('kind'));
  const sheets = useRef<HTMLDivElement>(null);
  usePageRules(paper, sheets, `${kind} ${orders.map(({ id }) => id).join()}`);
  return (
    <div className="sheets" ref={sheets} role="region" aria-label={t('sheets')} tabIndex={0}>
      {kind === 'pick' ? (
        <PickList orders={orders} paper={paper} />
      ) : (
        orders.map((order) => (
          <Slip
            key={order.id}
            order={order}
            phone={order.address.phone ?? phones.get(order.user_id)}
            shop={shop}
            paper={paper}
            kind={kind}
            format={format}
          />
        ))
      )}
    </div>
  );
}

function usePageRules(paper: Paper, sheets: RefObject<HTMLElement | null>, shown: string): void {
  useEffect(() => {
    // `@page` needs a style sheet, and the content security policy of the page allows only a constructed
    // style sheet.
    const style = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    const articles = sheets.current?.querySelectorAll<HTMLElement>('.sheet') ?? [];
    const measure = () => {
      const heights = [...articles].map((article) => {
        return [Number(article.dataset['order']), article.getBoundingClientRect().height] as const;
      });
      style.replaceSync(pageRules(paper, new Map(heights)).join('\n'));
    };
    const observer = new ResizeObserver(measure);
    for (const article of articles) observer.observe(article);
    measure();
    return () => {
      observer.disconnect();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== style);
    };
  }, [paper, sheets, shown]);
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
        data={documentKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
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

function chosenPaper(search: URLSearchParams) {
  return paperNamed(search.get('paper') ?? localStorage.getItem(paperKey));
}

function Nameless({ shop }: { shop: ShopSettings }) {
  const t = useTexts(slipsPageTexts);
  if (shop.en.name !== null || shop.ar.name !== null) return null;
  return (
    <Alert role="note" color="orange">
      {t('nameless')}{' '}
      <Anchor component={Link} href="/settings">
        {t('settings')}
      </Anchor>
    </Alert>
  );
}
