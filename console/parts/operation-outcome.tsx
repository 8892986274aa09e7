import { Alert, Progress, Stack, Text } from '@mantine/core';
import { isEnded, type OperationRecord } from '../data/use-operation.ts';
import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/language.tsx';
import { operationTexts } from './operation-texts.ts';
import { useOperationType } from './operation-words.ts';
import { Refusals } from './refusals.tsx';
import { StockSums, WorkSums } from './work-sums.tsx';

interface OperationOutcomeProps {
  operation: OperationRecord;
  nameOf?: (id: number) => string | undefined;
}

/**
 * While the operation runs, shows its progress and why it waits. After its end, shows the number of changed records and
 * lists the unchanged records.
 */
export function OperationOutcome({ operation, nameOf }: OperationOutcomeProps) {
  const t = useTexts(operationTexts);
  const typeOf = useOperationType();
  const { progress, note } = operation;
  const reached = progress.done + progress.failed;
  const label = t('progressOf', { done: reached, total: progress.total });
  return (
    <Stack gap="xs">
      {!isEnded(operation) && (
        <>
          <Progress.Root size="lg">
            <Progress.Section
              value={progress.total === 0 ? 0 : (reached * 100) / progress.total}
              aria-label={typeOf(operation.type)}
              aria-valuetext={label}
            />
          </Progress.Root>
          <Text className="figure">{label}</Text>
        </>
      )}
      {note !== undefined && (
        <Alert color="orange" title={t('waiting')}>
          {note}
        </Alert>
      )}
      <Counts operation={operation} />
      <WorkSums sums={operation.sums} />
      <StockSums sums={operation.sums} />
      <NotDone operation={operation} nameOf={nameOf} />
    </Stack>
  );
}

function Counts({ operation: { result } }: { operation: OperationRecord }) {
  const t = useTexts(operationTexts);
  const { number } = useFormat();
  if (result?.changed === undefined) return null;
  const counts = [
    ['changed', result.changed],
    ['unchanged', result.unchanged ?? 0],
    ['notFound', result.not_found ?? 0],
    ['refused', result.refused ?? 0],
  ] as const;
  const said = counts
    .filter(([, count]) => count > 0)
    .map(([key, count]) => t(key, { count: number(count) }));
  return <Text>{said.join(' · ')}</Text>;
}

function NotDone({
  operation,
  nameOf,
}: {
  operation: OperationRecord;
  nameOf: OperationOutcomeProps['nameOf'];
}) {
  const t = useTexts(operationTexts);
  const { errors, errors_total: total = errors.length } = operation;
  if (errors.length === 0) return null;
  return (
    <div>
      <Text fw={600}>{t('notDone')}</Text>
      <Refusals errors={errors} nameOf={(id) => nameOf?.(id) ?? t('record', { id: String(id) })} />
      {total > errors.length && <Text>{t('more', { count: total - errors.length })}</Text>}
    </div>
  );
}
