import { Alert, Button, Card, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { LanguageSwitch } from '../parts/language-switch.tsx';
import { useTexts } from '../texts/language.tsx';
import { LinkForm } from './link-form.tsx';
import { codeOf, openidPath, providerProblem, signInBy } from './sign-in-by.ts';
import { sessionTexts } from './texts.ts';
import { useSignIn } from './use-sign-in.ts';

/** Shown at every URL while the user is signed out. After sign-in, the requested page opens. */
export default function SignInPage() {
  const t = useTexts(sessionTexts);
  const { signIn, isPending, refusal: ofLink } = useSignIn();
  const problem = providerProblem();
  const refusal = ofLink ?? (problem === undefined ? undefined : t(problem));
  const isBegun = useRef(false);
  useEffect(() => {
    const code = codeOf(location.hash);
    if (isBegun.current || code === '' || !location.pathname.endsWith('/sign-in')) return;
    isBegun.current = true;
    // Removes the code from the history, because the code works only once and the Back button would send it again.
    history.replaceState(null, '', '/console/');
    void signIn(code);
  });
  return (
    <Center mih="100dvh" p="md">
      <Card component="main" withBorder w="100%" maw="28rem" padding="lg">
        <Stack>
          <Group justify="space-between">
            <Group gap="sm">
              <img src="/console/icon.svg" alt="" className="frame-mark" />
              <Title order={1} size="h2">
                {t('title')}
              </Title>
            </Group>
            <LanguageSwitch />
          </Group>
          {refusal !== undefined && <Alert color="red">{refusal}</Alert>}
          {isPending ? (
            <Group role="status">
              <Loader size="sm" />
              <Text>{t('signingIn')}</Text>
            </Group>
          ) : (
            <WaysIn />
          )}
        </Stack>
      </Card>
    </Center>
  );
}

function WaysIn() {
  const t = useTexts(sessionTexts);
  const by = signInBy();
  if (by === 'none') return <Text>{t('none')}</Text>;
  if (by === 'link') return <LinkForm />;
  return (
    <Button component="a" href={openidPath(returnPath())}>
      {t('openid')}
    </Button>
  );
}

function returnPath(): string {
  return location.pathname.endsWith('/sign-in') ? '/console/' : location.pathname + location.search;
}
