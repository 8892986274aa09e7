import { Button, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { operationsReport, type Order, type ReportLine } from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import { useOrdersById } from '../data/use-records-by-id.ts';
import type { OperationRecord } from '../data/use-operation.ts';
import { problemOf } from '../data/problem.ts';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { OrderLink } from '../parts/order-link.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { Section } from '../parts/section.tsx';
import { useChangeText } from '../parts/use-change-text.ts';
import { Code } from '../parts/values.tsx';
import '../parts/timeline.css';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { outcomeWord, worstFirst } from './report-lines.ts';
import { operationsTexts } from './texts.ts';

const shown = 100;

export function Report({ operation }: { operation: OperationRecord }) {
  const t = useTexts(operationsTexts);
  const { language } = useLanguage();
  const client = useClient();
  const [isAsked, ask] = useState(false);
  const report = useQuery({
    // Outcomes change while the operation runs, so each status has its own report.
    queryKey: ['operations', operation.id, 'report', operation.status, language],
    queryFn: async ({ signal }) => operationsReport({ client, path: { id: operation.id }, signal }),
    enabled: isAsked,
  });
  const lines = useMemo(() => worstFirst(report.data ?? []), [report.data]);
  const rows = lines.slice(0, shown);
  const isOfOrders = operation.type.startsWith('orders.');
  const { records: orders } = useOrdersById(isOfOrders ? rows.map(({ id }) => id) : []);
  const columns = useColumns(orders);
  return (
    <Section title={t('report')}>
      <Group>
        {!isAsked && (
          <Button variant="default" onClick={() => ask(true)}>
            {t('showReport')}
          </Button>
        )}
        <ExportButton
          query={{}}
          read={({ query: { format }, ...options }) =>
            operationsReport({ ...options, path: { id: operation.id }, query: { format } })
          }
        />
        {isOfOrders && <PickList id={operation.id} />}
      </Group>
      {report.isFetching && <Loader size="sm" aria-label={t('report')} />}
      <ProblemAlert problem={problemOf(report.error)} retry={() => void report.refetch()} />
      {lines.length > shown && <Text>{t('reportFirst', { shown, total: lines.length })}</Text>}
      {lines.length > 0 && (
        <DataTable caption={t('report')} columns={columns} rows={rows} idOf={({ id }) => id} />
      )}
    </Section>
  );
}

function PickList({ id }: Pick<OperationRecord, 'id'>) {
  const t = useTexts(operationsTexts);
  return (
    <ExportButton
      label={t('pickList')}
      query={{}}
      read={({ query: { format }, ...options }) =>
        operationsReport({ ...options, path: { id }, query: { format, rows: 'items' } })
      }
    />
  );
}

function useColumns(orders: ReadonlyMap<number, Order>): Column<ReportLine>[] {
  const t = useTexts(operationsTexts);
  return [
    {
      key: 'record',
      title: t('reportRecord'),
      cell: ({ id }) => {
        const order = orders.get(id);
        return order === undefined ? <Code>{id}</Code> : <OrderLink order={order} />;
      },
    },
    { key: 'outcome', title: t('reportOutcome'), cell: ({ outcome }) => t(outcomeWord(outcome)) },
    { key: 'changes', title: t('reportChanges'), cell: (line) => <Changes line={line} /> },
    { key: 'why', title: t('reportMessage'), cell: ({ message }) => message ?? '—' },
  ];
}

/** Limits the changed fields in a report line. The record's timeline shows all of them. */
const fieldsShown = 4;

function Changes({ line: { before, after } }: { line: ReportLine }) {
  const say = useChangeText(new Map());
  const fields = Object.keys(after ?? before ?? {});
  if (fields.length === 0) return '—';
  return (
    <ul className="timeline-changes">
      {fields.slice(0, fieldsShown).map((field) => (
        <li key={field}>{say({ field, from: before?.[field] ?? null, to: after?.[field] ?? null })}</li>
      ))}
      {fields.length > fieldsShown && <li>…</li>}
    </ul>
  );
}
