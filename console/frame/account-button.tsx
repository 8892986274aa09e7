import { Button } from '@mantine/core';
import { useSession } from '../data/session.tsx';
import type { OpenerButtonProps } from '../parts/later.tsx';
import { useTexts } from '../texts/language.tsx';
import { frameTexts } from './texts.ts';

export function AccountButton(props: OpenerButtonProps) {
  const t = useTexts(frameTexts);
  const { name } = useSession();
  return (
    <Button
      variant="default"
      px="sm"
      className="frame-button"
      aria-label={t('account', { name })}
      aria-haspopup="menu"
      maw="11rem"
      {...props}
    >
      <bdi>{name}</bdi>
    </Button>
  );
}
