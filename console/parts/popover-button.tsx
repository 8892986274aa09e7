import { Button, Popover, type PopoverProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface PopoverButtonProps extends Pick<PopoverProps, 'position' | 'returnFocus'> {
  label: string;
  icon?: IconName;
  maw?: string;
  children: (close: () => void) => ReactNode;
}

export function PopoverButton({ label, icon, maw, children, ...popover }: PopoverButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      position="bottom-end"
      {...popover}
      opened={opened}
      onChange={setOpened}
      withinPortal={false}
      trapFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          {...(icon !== undefined && { leftSection: <Icon name={icon} size={16} /> })}
          onClick={() => setOpened(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} {...(maw !== undefined && { maw })}>
        {children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  );
}
