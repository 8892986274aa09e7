import { Alert, Button, Group, List, Text } from '@mantine/core';
import { ConnectionFailed, type StoreError } from '#clients/typescript/src/main.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { labelled } from '../texts/labelled.ts';
import { useTexts, type Translate } from '../texts/language.tsx';
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
  if (problem === undefined) return null;
  const isSilent = problem instanceof ConnectionFailed;
  const isFault = !isSilent && problem.status >= 500;
  const fields = Object.keys(problem.fields);
  return (
    <Alert
      role="alert"
      color="red"
      className="problem-alert"
      title={t(isSilent ? 'noAnswer' : isFault ? 'fault' : 'problem')}
    >
      <Text>{isSilent ? t('noAnswerMore') : refusalWords(problem, t)}</Text>
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

/** The API's own message contains only the first field's message and the number of other errors, so use a general message. */
function refusalWords(problem: StoreError, t: Translate<typeof partTexts>): string {
  const count = Object.keys(problem.fields).length;
  return count === 0 ? problem.message : t('fieldsToCorrect', { count });
}
