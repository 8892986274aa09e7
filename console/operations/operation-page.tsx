import { Alert, Anchor, Card, Stack, Text } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { NotFound } from '#clients/typescript/src/main.ts';
import { operationAddress, operationIn } from '../data/operation-address.ts';
import { useMayWrite } from '../data/session.tsx';
import { isEnded, useOperation, type OperationRecord } from '../data/use-operation.ts';
import { useOrdersById } from '../data/use-records-by-id.ts';
import { Author } from '../parts/author.tsx';
import { Facts } from '../parts/facts.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { MissingPage } from '../parts/missing-page.tsx';
import { OperationBadge } from '../parts/operation-badge.tsx';
import { OperationOutcome } from '../parts/operation-outcome.tsx';
import { useOperationTitle } from '../parts/operation-words.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { Section } from '../parts/section.tsx';
import { Moment } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { CancelButton, FollowUpButtons, ParkedActions } from './operation-actions.tsx';
import { recordAddress } from './record-address.ts';
import { Report } from './report.tsx';
import { operationsTexts } from './texts.ts';
import type { UndoStep } from './undo-chain.ts';
import { useUndoChain } from './use-undo-chain.ts';

export default function OperationPage() {
  const t = useTexts(operationsTexts);
  const id = operationIn(useParams()['operation'] ?? '');
  const read = useOperation(id);
  const { record } = read;
  if (read.problem instanceof NotFound) return <UnknownOperation />;
  return (
    <Stack>
      {record === undefined && (
        <PageTitle title={t('operations')} back={{ href: '/operations', label: t('operations') }} />
      )}
      <LoadState of={read} label={t('operations')} />
      {record !== undefined && <KnownOperation operation={record} />}
    </Stack>
  );
}

function KnownOperation({ operation }: { operation: OperationRecord }) {
  const t = useTexts(operationsTexts);
  const titleOf = useOperationTitle();
  const mayWrite = useMayWrite();
  const isParked = operation.status === 'parked';
  return (
    <>
      <PageTitle
        title={titleOf(operation)}
        back={{ href: '/operations', label: t('operations') }}
        after={<OperationBadge status={operation.status} />}
      >
        {mayWrite && <FollowUpButtons operation={operation} />}
        {mayWrite && !isEnded(operation) && !isParked && <CancelButton id={operation.id} />}
      </PageTitle>
      <OperationFacts operation={operation} />
      {isParked ? <Parked operation={operation} /> : <Outcome operation={operation} />}
      {operation.type.includes('bulk') && <Report operation={operation} />}
    </>
  );
}

function OperationFacts({ operation }: { operation: OperationRecord }) {
  const t = useTexts(operationsTexts);
  const { owner, created_at: created, started_at: started, finished_at: finished } = operation;
  const { dry_run: isRehearsal, undoes, applied_by: appliedBy } = operation;
  const { steps = [] } = useUndoChain(operation) ?? {};
  const other = (term: string, id: unknown) =>
    typeof id === 'string' ? [[term, <OtherOperation id={id} />] as const] : [];
  const moment = (at: string | null) => (at === null ? '—' : <Moment at={at} style="moment" />);
  return (
    <Card withBorder>
      <Facts
        facts={[
          [t('owner'), <Author by={owner} />],
          [t('begun'), moment(created)],
          [t('started'), moment(started)],
          [t('finished'), moment(finished)],
          ...(isRehearsal === true ? [[t('kind'), t('rehearsal')] as const] : []),
          ...other(t('appliedBy'), appliedBy),
          ...other(t('undoes'), undoes),
          ...steps.map(
            (step) => [t(step.act === 'undo' ? 'undoneBy' : 'redoneBy'), <Step {...step} />] as const,
          ),
        ]}
      />
    </Card>
  );
}

function Step({ operation: { id, owner, created_at: at } }: UndoStep) {
  return (
    <>
      <Author by={owner} /> ·{' '}
      <Anchor component={Link} href={operationAddress(id)}>
        <Moment at={at} style="moment" />
      </Anchor>
    </>
  );
}

function OtherOperation({ id }: { id: string }) {
  const t = useTexts(operationsTexts);
  return (
    <Anchor component={Link} href={operationAddress(id)}>
      {t('toOther')}
    </Anchor>
  );
}

function Parked({ operation: { id, note, error } }: { operation: OperationRecord }) {
  const t = useTexts(operationsTexts);
  const mayWrite = useMayWrite();
  return (
    <Alert color="orange" title={t('whyParked')}>
      <Stack>
        <Text>{note ?? error?.message}</Text>
        <Text>{t('whyParkedMore')}</Text>
        {mayWrite && <ParkedActions id={id} />}
      </Stack>
    </Alert>
  );
}

function Outcome({ operation }: { operation: OperationRecord }) {
  const t = useTexts(operationsTexts);
  const { error, errors, result, type } = operation;
  const { records: orders } = useOrdersById(type.startsWith('orders.') ? errors.map(({ id }) => id) : []);
  const address = recordAddress(result?.location);
  return (
    <Section title={t('result')}>
      <OperationOutcome operation={operation} nameOf={(id) => orders.get(id)?.order_number} />
      {error !== null && (
        <Alert color="red" title={t('whyRefused')}>
          {error.message}
        </Alert>
      )}
      {address !== undefined && (
        <Anchor component={Link} href={address}>
          {t('made')}
        </Anchor>
      )}
    </Section>
  );
}

function UnknownOperation() {
  const t = useTexts(operationsTexts);
  return <MissingPage title={t('gone')} href="/operations" back={t('backToList')} />;
}
