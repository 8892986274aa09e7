import { Anchor, Button, Group, Loader, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { operationsReport, type BulkOperation, type ReportLine } from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import { typedNumber } from '../format/typed-number.ts';
import { operationAddress } from '../data/operation-address.ts';
import { problemOf } from '../data/problem.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useRehearsedWork, type RehearsedWork } from '../data/use-rehearsed-work.ts';
import { DataTable } from '../parts/data-table.tsx';
import { OperationOutcome } from '../parts/operation-outcome.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { RehearsalDialog } from '../parts/rehearsal-dialog.tsx';
import { submits } from '../parts/submits.ts';
import { useUnseenFailure } from '../parts/toast.tsx';
import { Money, Name } from '../parts/values.tsx';
import { useLanguage, useTexts } from '../texts/language.tsx';
import type { CatalogueSelection } from './catalogue-selection.ts';
import type { CatalogueKind, PriceChange } from './kinds.ts';
import { priceTexts } from './texts.ts';

const ways = ['percent', 'by', 'set'] as const;
type Way = (typeof ways)[number];
const wayWords = { percent: 'byPercent', by: 'byAmount', set: 'setTo' } as const;

interface PriceDialogProps {
  kind: CatalogueKind;
  selection: CatalogueSelection;
  nameOf: (id: number) => string | undefined;
  close: () => void;
}

type PriceWork = RehearsedWork<PriceChange>;

export function PriceDialog({ kind, selection, nameOf, close }: PriceDialogProps) {
  const t = useTexts(priceTexts);
  const title =
    'ids' in selection ? t('changePricesOf', { count: selection.ids.length }) : t('changePricesOfAll');
  const work: PriceWork = useRehearsedWork<PriceChange>(
    (price, options) => kind.updateAll({ ...options, body: { ...selection, price, dry_run: true } }),
    [[kind.name]],
    useUnseenFailure(title),
  );
  // Keep the input here, because the dialog unmounts the form during the request. If the request is rejected, the form shows it
  // again.
  const [draft, setDraft] = useState<PriceDraft>({ way: 'percent', typed: '' });
  return (
    <RehearsalDialog
      size="lg"
      title={title}
      work={work}
      close={close}
      form={<PriceForm work={work} draft={draft} change={setDraft} />}
      labels={Object.fromEntries(ways.map((way) => [`price.${way}`, t(wayWords[way])]))}
      checking={t('checking')}
      preview={(rehearsal) => <NewPrices rehearsal={rehearsal} nameOf={nameOf} />}
      nameOf={nameOf}
      verb={(count) => t('changePrices', { count })}
      toOperation={t('inOperations')}
    />
  );
}

interface PriceDraft {
  way: Way;
  typed: string;
}

interface PriceFormProps {
  work: PriceWork;
  draft: PriceDraft;
  change: (draft: PriceDraft) => void;
}

function PriceForm({ work, draft: { way, typed }, change }: PriceFormProps) {
  const problemAt = useFieldProblem();
  const t = useTexts(priceTexts);
  return (
    <form
      // Sends the value as typed, because the API reports why it is invalid.
      onSubmit={submits(() => void work.rehearse({ [way]: typedNumber(typed) }))}
    >
      <Stack>
        <NativeSelect
          label={t('how')}
          value={way}
          data={ways.map((value) => ({ value, label: t(wayWords[value]) }))}
          onChange={({ currentTarget }) =>
            change({ typed, way: ways.find((each) => each === currentTarget.value) ?? 'percent' })
          }
        />
        <TextInput
          label={t(wayWords[way])}
          description={way === 'set' ? undefined : t('minusTakesAway')}
          value={typed}
          inputMode="decimal"
          dir="ltr"
          data-autofocus
          error={problemAt(work.problem, `price.${way}`)}
          onChange={({ currentTarget }) => change({ way, typed: currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={typed.trim() === ''}>
            {t('check')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface NewPricesProps {
  rehearsal: BulkOperation;
  nameOf: PriceDialogProps['nameOf'];
}

/** Lists the first changed prices from the report of the rehearsal (a dry run). Then lists the records that cannot change. */
function NewPrices({ rehearsal, nameOf }: NewPricesProps) {
  const t = useTexts(priceTexts);
  const client = useClient();
  const { language } = useLanguage();
  const report = useQuery({
    queryKey: ['operations', rehearsal.id, 'new-prices', language],
    queryFn: ({ signal }) =>
      firstChanged(operationsReport({ client, path: { id: rehearsal.id }, signal }), mostShown),
  });
  const changed = report.data ?? [];
  const nameIn = (id: number) => nameOf(id) ?? `#${id}`;
  const { changed: all = 0 } = rehearsal.result ?? {};
  return (
    <>
      {report.isPending && <Loader size="sm" aria-label={t('checking')} />}
      <ProblemAlert problem={problemOf(report.error)} retry={() => void report.refetch()} />
      {changed.length > 0 && (
        <DataTable
          caption={t('newPrices')}
          columns={[
            { key: 'name', title: t('name'), isPlain: true, cell: ({ id }) => <Name>{nameIn(id)}</Name> },
            { key: 'now', title: t('now'), cell: ({ before }) => amountIn(before) },
            { key: 'then', title: t('then'), cell: ({ after }) => amountIn(after) },
          ]}
          rows={changed}
          idOf={({ id }) => id}
        />
      )}
      {changed.length > 0 && changed.length < all && (
        <Group>
          <Text>{t('firstShown', { count: changed.length })}</Text>
          <Anchor component={Link} href={operationAddress(rehearsal.id)}>
            {t('seeEach')}
          </Anchor>
        </Group>
      )}
      {report.isSuccess && changed.length === 0 && <Text fw={600}>{t('noneChanges')}</Text>}
      {/* A rehearsal (a dry run) changes nothing, so show only the records that cannot change. */}
      <OperationOutcome operation={{ ...rehearsal, result: null }} nameOf={nameOf} />
    </>
  );
}

/** At most this many changed lines are read from a rehearsal's report and shown. */
const mostShown = 100;

async function firstChanged(lines: AsyncIterable<ReportLine>, most: number): Promise<ReportLine[]> {
  const changed: ReportLine[] = [];
  for await (const line of lines) {
    if (line.outcome === 'changed') changed.push(line);
    if (changed.length === most) break;
  }
  return changed;
}

function amountIn(fields: ReportLine['before']) {
  const price = fields?.['price'];
  return typeof price === 'number' ? <Money amount={price} /> : '—';
}
