import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { submits } from '../parts/submits.ts';
import { useTexts } from '../texts/language.tsx';
import { sessionTexts } from './texts.ts';
import { useSignIn } from './use-sign-in.ts';

/** Users can paste the link here, so they need not leave this tab. */
export function LinkForm() {
  const t = useTexts(sessionTexts);
  const { signIn, isPending, refusal } = useSignIn();
  const [link, setLink] = useState('');
  return (
    <form onSubmit={submits(() => void signIn(link))}>
      <Stack>
        <Text>{t('linkHow')}</Text>
        <TextInput
          label={t('linkLabel')}
          value={link}
          onChange={(event) => setLink(event.currentTarget.value)}
          dir="ltr"
          autoComplete="off"
          required
          data-autofocus
          error={refusal}
        />
        <Button type="submit" loading={isPending}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  );
}
