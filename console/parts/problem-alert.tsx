import { Alert, Button, Group, List, Text } from '@mantine/core';
import type { StoreError } from '#clients/typescript/src/main.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { labelled } from '../texts/labelled.ts';
import { useTexts } from '../texts/language.tsx';
import { isSilent, useProblemMessage } from './problem-message.ts';
import { partTexts } from './texts.ts';
import { useFieldName } from './use-change-text.ts';

interface ProblemAlertProps {
  problem: StoreError | undefined;
  retry?: () => void;
  /** The form's labels, keyed by the API's field names. */
  labels?: Readonly<Record<string, string>>;
}

/** Shows an API error: the field messages, each under its field's label, or else the API's message. */
export function ProblemAlert({ problem, retry, labels = {} }: ProblemAlertProps) {
  const problemAt = useFieldProblem();
  const t = useTexts(partTexts);
  const nameOf = useFieldName();
  const messageOf = useProblemMessage();
  if (problem === undefined) return null;
  const title = isSilent(problem) ? 'noAnswer' : problem.status >= 500 ? 'fault' : 'problem';
  const fields = Object.keys(problem.fields);
  return (
    <Alert color="red" title={t(title)}>
      {/* The API's own message contains only the first field's message and the number of other errors. */}
      <Text>{fields.length === 0 ? messageOf(problem) : t('fieldsToCorrect', { count: fields.length })}</Text>
      {fields.length > 0 && (
        <List mt="xs">
          {fields.map((field) => (
            <List.Item key={field}>
              {labelled(labels[field] ?? nameOf({ field }), problemAt(problem, field) ?? '')}
            </List.Item>
          ))}
        </List>
      )}
      <Group mt="xs" gap="md">
        {retry !== undefined && (
          <Button size="xs" color="red" onClick={retry}>
            {t('tryAgain')}
          </Button>
        )}
        {problem.requestId !== undefined && (
          <Text size="sm">{t('requestId', { id: problem.requestId })}</Text>
        )}
      </Group>
    </Alert>
  );
}
