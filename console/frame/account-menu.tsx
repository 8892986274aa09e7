import { useState } from 'react';
import { LanguageSwitch } from '../parts/language-switch.tsx';
import { later, useRestLoaded } from '../parts/later.tsx';
import { ShortcutsButton } from '../parts/shortcuts.tsx';
import { AccountButton, type AccountState } from './account-button.tsx';

const UserMenu = later<AccountState>(
  () => import('./user-menu.tsx'),
  () => <AccountButton />,
);

export function AccountMenu() {
  const [isAsked, ask] = useState(false);
  const [isFocused, focus] = useState(false);
  const isLoaded = useRestLoaded();
  return (
    <>
      <ShortcutsButton />
      <LanguageSwitch className="frame-button" />
      {isLoaded || isAsked ? (
        <UserMenu isAsked={isAsked} isFocused={isFocused} />
      ) : (
        <AccountButton onClick={() => ask(true)} onFocus={() => focus(true)} onBlur={() => focus(false)} />
      )}
    </>
  );
}
