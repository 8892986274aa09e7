import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '../data/client.tsx';
import { sessionIsBack } from '../data/connection.ts';
import { sessionRead } from '../data/session-api.ts';
import { useSession } from '../data/session.tsx';
import { useTexts } from '../texts/language.tsx';
import { LinkForm } from './link-form.tsx';
import { reloadForAnother } from './reload-for-another.ts';
import { openidPath, signInBy } from './sign-in-by.ts';
import { sessionTexts } from './texts.ts';

export default function SessionEndWindow({ isOver }: { isOver: boolean }) {
  const t = useTexts(sessionTexts);
  return (
    <>
      {isOver && <Return />}
      <Modal
        opened={isOver}
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        title={t('again')}
      >
        <Stack>
          <Text>{t('againMore')}</Text>
          {signInBy() === 'openid' ? (
            <Button component="a" href={openidPath('/console/')} target="_blank">
              {t('openidHere')}
            </Button>
          ) : (
            <LinkForm />
          )}
        </Stack>
      </Modal>
    </>
  );
}

/**
 * Mounted only while the session is over. So a later end of the session does not show the response to an
 * earlier sign-in.
 */
function Return() {
  const client = useClient();
  const before = useSession();
  const { data: now } = useQuery({
    queryKey: ['session', 'return'],
    queryFn: ({ signal }) => sessionRead({ client, signal }),
    refetchInterval: 3_000,
    gcTime: 0,
  });
  useEffect(() => {
    if (now !== undefined && !reloadForAnother(before, now)) sessionIsBack();
  }, [before, now]);
  return null;
}
