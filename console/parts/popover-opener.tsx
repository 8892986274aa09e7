import { Button, type PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import type { OpenerButtonProps } from './later.tsx';

export interface PopoverButtonProps extends Pick<PopoverProps, 'position'> {
  label: string;
  icon?: IconName;
  maw?: string;
  children: (close: () => void) => ReactNode;
}

type OpenerProps = OpenerButtonProps & { label: string; icon: IconName | undefined };

export function PopoverOpener({ label, icon, ...button }: OpenerProps) {
  return (
    <Button
      variant="default"
      aria-haspopup="dialog"
      aria-expanded={false}
      {...(icon !== undefined && { leftSection: <Icon name={icon} size={16} /> })}
      {...button}
    >
      {label}
    </Button>
  );
}
