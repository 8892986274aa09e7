import { LanguageSwitch } from '../parts/language-switch.tsx';
import { later, useOpener, type Opener } from '../parts/later.tsx';
import { ShortcutsButton } from '../parts/shortcuts.tsx';
import { AccountButton } from './account-button.tsx';

const UserMenu = later<Opener>(
  () => import('./user-menu.tsx'),
  () => <AccountButton />,
);

export function AccountMenu() {
  const { opener, listeners } = useOpener();
  return (
    <>
      <ShortcutsButton />
      <LanguageSwitch className="frame-button" />
      {opener === undefined ? <AccountButton {...listeners} /> : <UserMenu {...opener} />}
    </>
  );
}
