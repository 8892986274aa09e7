import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { useTexts } from '../texts/language.tsx';
import { webhookTexts } from './texts.ts';

interface SecretDialogProps {
  /** Null when the response with the secret arrived too late to show it. */
  secret: string | null;
  close: () => void;
}

/** A click outside does not close the dialog, because the secret is shown only once. */
export function SecretDialog({ secret, close }: SecretDialogProps) {
  const t = useTexts(webhookTexts);
  return (
    <Dialog opened onClose={close} size="lg" title={t('secretTitle')} closeOnClickOutside={false}>
      <Stack>
        {secret === null ? <Alert color="orange">{t('secretLost')}</Alert> : <Secret secret={secret} />}
        <Group justify="flex-end">
          <Button onClick={close}>{t(secret === null ? 'close' : 'secretKept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Secret({ secret }: { secret: string }) {
  const t = useTexts(webhookTexts);
  const { copy, copied, error } = useClipboard();
  return (
    <>
      <Text>{t('secretOnce')}</Text>
      <Group align="flex-end">
        <TextInput
          label={t('secret')}
          value={secret}
          readOnly
          dir="ltr"
          className="grows"
          data-autofocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button variant="default" onClick={() => copy(secret)}>
          {t('copy')}
        </Button>
      </Group>
      <Text role="status">{error === null ? copied && t('copied') : t('copyFailed')}</Text>
    </>
  );
}
