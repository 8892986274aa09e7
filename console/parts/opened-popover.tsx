import { Popover } from '@mantine/core';
import { useOpened, type Opener } from './later.tsx';
import { PopoverOpener, type PopoverButtonProps } from './popover-opener.tsx';

export default function OpenedPopover(props: PopoverButtonProps & { opener: Opener }) {
  const { label, icon, maw, children, opener, ...popover } = props;
  const [opened, setOpened] = useOpened();
  return (
    <Popover
      position="bottom-end"
      {...popover}
      opened={opened}
      onChange={setOpened}
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <PopoverOpener
          label={label}
          icon={icon}
          autoFocus={opener.isFocused}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} {...(maw !== undefined && { maw })}>
        {children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  );
}
