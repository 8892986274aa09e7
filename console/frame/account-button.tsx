import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useSession } from '../data/session.tsx';
import { useTexts } from '../texts/language.tsx';
import { frameTexts } from './texts.ts';

export interface AccountState {
  /** The user clicked the button before the code of the menu had loaded. */
  isAsked: boolean;
  isFocused: boolean;
}

export function AccountButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
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
