import { Menu } from '@mantine/core';
import { useOpened, type Opener } from './later.tsx';
import { MenuOpener, type MenuButtonProps } from './menu-opener.tsx';

export default function OpenedMenu({ button, items, opener, ...menu }: MenuButtonProps & { opener: Opener }) {
  const [opened, setOpened] = useOpened();
  return (
    <Menu withinPortal={false} {...menu} opened={opened} onChange={setOpened}>
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
