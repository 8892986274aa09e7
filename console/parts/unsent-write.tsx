import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { KeptWrite } from '../data/use-write.ts';
import { useTexts } from '../texts/language.tsx';
import { useProblemMessage } from './problem-message.ts';
import { unsentTexts } from './unsent-texts.ts';

/** Shown while the store accepts no writes. The page sends the write again until the store accepts it. */
export function KeptAlert({ kept: { problem, tryNow, giveUp } }: { kept: KeptWrite }) {
  const t = useTexts(unsentTexts);
  const messageOf = useProblemMessage();
  return (
    <Alert
      role="group"
      color="orange"
      className="problem-alert"
      title={t(problem.code === 'unavailable' ? 'kept' : 'keptUnknown')}
    >
      <Stack gap="xs">
        <Text>{t('keptMore')}</Text>
        <Text>{messageOf(problem)}</Text>
        <Group gap="sm">
          <Button size="xs" onClick={tryNow}>
            {t('tryNow')}
          </Button>
          {giveUp !== undefined && (
            <Button size="xs" variant="default" onClick={giveUp}>
              {t('giveUp')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

/** Shown if the session ended before the store accepted the write. */
export function SignedOutAlert({ sendAgain }: { sendAgain: () => void }) {
  const t = useTexts(unsentTexts);
  return (
    <Alert role="alert" color="orange" className="problem-alert" title={t('signedOut')}>
      <Stack gap="xs" align="flex-start">
        {t('signedOutMore')}
        <Button size="xs" onClick={sendAgain}>
          {t('sendAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}
