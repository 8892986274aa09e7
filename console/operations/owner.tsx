import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useTexts } from '../texts/language.tsx';
import { operationsTexts } from './texts.ts';

/** The user who sent an operation: `admin:layla` is a member of staff, `client:7` a customer. */
export function Owner({ owner }: { owner: string | undefined }) {
  const t = useTexts(operationsTexts);
  const [area, name = ''] = (owner ?? '').split(/:(.*)/s);
  if (area === 'admin') return <span>{t('staff', { name })}</span>;
  if (area !== 'client' || !/^\d+$/.test(name)) return <bdi>{owner ?? '—'}</bdi>;
  return (
    <Anchor component={Link} href={`/customers/${name}`}>
      {t('shopper', { id: name })}
    </Anchor>
  );
}
