import { Button, type MenuProps } from '@mantine/core';
import type { OpenerButtonProps } from './later.tsx';

export interface MenuButtonProps extends Pick<MenuProps, 'position'> {
  button: OpenerButtonProps & { children: string };
  items: readonly { key: string | number; label: string; run: () => void }[];
}

export function MenuOpener(props: OpenerButtonProps) {
  return <Button aria-haspopup="menu" aria-expanded={false} {...props} />;
}
