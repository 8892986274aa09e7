import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { KeptWrite } from '../data/use-write.ts';
import { useTexts } from '../texts/language.tsx';
import { useProblemMessage } from './problem-message.ts';
import { unsentTexts } from './unsent-texts.ts';

/** Shown while the store accepts no writes. The page sends the write again until the store accepts it. */
export function KeptAlert({ kept: { problem, tryNow, giveUp, isGivingUp = false } }: { kept: KeptWrite }) {
  const t = useTexts(unsentTexts);
  const messageOf = useProblemMessage();
  return (
    <Alert role="group" color="orange" title={t(problem.code === 'unavailable' ? 'kept' : 'keptUnknown')}>
      <Stack gap="xs">
        <Text>{t('keptMore')}</Text>
        <Text>{messageOf(problem)}</Text>
        <Group gap="sm">
          <Button size="xs" disabled={isGivingUp} onClick={tryNow}>
            {t('tryNow')}
          </Button>
          {giveUp !== undefined && (
            <Button size="xs" variant="default" loading={isGivingUp} onClick={giveUp}>
              {t('giveUp')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

interface SignedOutProps {
  /** Whether the store accepted the write before the session ended. Sending the write again then shows its outcome. */
  isAccepted: boolean | undefined;
  sendAgain: () => void;
}

/** Shown if the session ended before the outcome of the write was known. */
export function SignedOutAlert({ isAccepted, sendAgain }: SignedOutProps) {
  const t = useTexts(unsentTexts);
  const title = t(isAccepted ? 'acceptedSignedOut' : 'signedOut');
  return (
    <Alert color="orange" title={title}>
      <Stack gap="xs" align="flex-start">
        {t(isAccepted ? 'acceptedSignedOutMore' : 'signedOutMore')}
        <Button size="xs" onClick={sendAgain}>
          {t(isAccepted ? 'showOutcome' : 'sendAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}
