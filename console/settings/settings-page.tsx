import { Anchor, Card, Loader, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { settingsRead } from '#clients/typescript/src/main.ts';
import { useRecord } from '../data/use-record.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { partTexts } from '../parts/texts.ts';
import { useTexts } from '../texts/language.tsx';
import { SavedViews } from './saved-views.tsx';
import { ShopForm } from './shop-form.tsx';
import { SignedIn } from './signed-in.tsx';
import { settingsTexts } from './texts.ts';

const pageTexts = { ...settingsTexts, loading: partTexts.loading };

/** The shop's settings, the user's saved views, and the signed-in users. */
export default function SettingsPage() {
  const t = useTexts(pageTexts);
  const { record, etag, problem, refresh } = useRecord(['settings'], (client, options) =>
    settingsRead({ client, ...options }),
  );
  return (
    <Stack>
      <PageTitle title={t('title')} />
      <ProblemAlert problem={problem} retry={() => void refresh()} />
      {record === undefined && problem === undefined && <Loader aria-label={t('loading')} />}
      {record !== undefined && <ShopForm record={record} etag={etag} refresh={refresh} />}
      <SavedViews />
      <SignedIn />
      <ToWebhooks />
    </Stack>
  );
}

function ToWebhooks() {
  const t = useTexts(settingsTexts);
  return (
    <Card withBorder component="section" aria-labelledby="webhooks">
      <Stack gap="xs">
        <Title order={2} size="h4" id="webhooks">
          {t('webhooks')}
        </Title>
        <Text>{t('webhooksMore')}</Text>
        <Anchor component={Link} href="/settings/webhooks">
          {t('toWebhooks')}
        </Anchor>
      </Stack>
    </Card>
  );
}
