import { later, useOpener, type Opener } from './later.tsx';
import { MenuOpener, type MenuButtonProps } from './menu-opener.tsx';

const OpenedMenu = later<MenuButtonProps & { opener: Opener }>(
  () => import('./opened-menu.tsx'),
  ({ button }) => <MenuOpener {...button} />,
);

export function MenuButton(props: MenuButtonProps) {
  const { opener, listeners } = useOpener();
  if (opener === undefined) return <MenuOpener {...props.button} {...listeners} />;
  return <OpenedMenu {...props} opener={opener} />;
}
