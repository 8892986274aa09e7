import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useSettings } from '../data/use-settings.ts';
import { LoadState } from '../parts/load-state.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { Section } from '../parts/section.tsx';
import { useTexts } from '../texts/language.tsx';
import { SavedViews } from './saved-views.tsx';
import { ShopForm } from './shop-form.tsx';
import { SignedIn } from './signed-in.tsx';
import { settingsTexts } from './texts.ts';

export default function SettingsPage() {
  const t = useTexts(settingsTexts);
  const read = useSettings();
  const { record, etag } = read;
  return (
    <Stack>
      <PageTitle title={t('settings')} />
      <LoadState of={read} />
      {record !== undefined && <ShopForm record={record} etag={etag} />}
      <SavedViews />
      <SignedIn />
      <Section title={t('webhooks')} gap="xs">
        <Text>{t('webhooksMore')}</Text>
        <Anchor component={Link} href="/settings/webhooks">
          {t('toWebhooks')}
        </Anchor>
      </Section>
    </Stack>
  );
}
