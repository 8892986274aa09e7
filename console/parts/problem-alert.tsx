import { Alert, Button, Group, List, Text } from '@mantine/core';
import { ConnectionFailed } from '#clients/typescript/src/main.ts';
import type { StoreError } from '#clients/typescript/src/main.ts';
import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';
import { Code } from './values.tsx';

/** What the API refused with, in its own words, under a title of ours: its titles are English. Each field by name. */
export function ProblemAlert({ problem, retry }: { problem: StoreError | undefined; retry?: () => void }) {
  const t = useTexts(partTexts);
  if (problem === undefined) return null;
  const isSilent = problem instanceof ConnectionFailed;
  const isFault = !isSilent && problem.status >= 500;
  const fields = Object.entries(problem.fields);
  return (
    <Alert
      role="alert"
      color="red"
      className="problem-alert"
      title={t(isSilent ? 'noAnswer' : isFault ? 'fault' : 'problem')}
    >
      <Text>{isSilent ? t('noAnswerMore') : problem.message}</Text>
      {fields.length > 0 && (
        <List mt="xs">
          {fields.map(([field, messages]) => (
            <List.Item key={field}>
              <Code>{field}</Code>: {messages.join(' ')}
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
