import { Menu } from '@mantine/core';
import type { Opener } from './later.tsx';
import { MenuOpener, type MenuButtonProps } from './menu-opener.tsx';

export default function OpenedMenu({ button, items, opener, ...menu }: MenuButtonProps & { opener: Opener }) {
  return (
    <Menu withinPortal={false} {...menu} defaultOpened={opener.isAsked}>
      <Menu.Target>
        <MenuOpener {...button} autoFocus={opener.isFocused} />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ key, label, run }) => (
          <Menu.Item key={key} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
