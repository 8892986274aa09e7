import { later, useOpener, type Opener } from './later.tsx';
import { PopoverOpener, type PopoverButtonProps } from './popover-opener.tsx';

const OpenedPopover = later<PopoverButtonProps & { opener: Opener }>(
  () => import('./opened-popover.tsx'),
  ({ label, icon }) => <PopoverOpener label={label} icon={icon} />,
);

export function PopoverButton(props: PopoverButtonProps) {
  const { opener, listeners } = useOpener();
  const { label, icon } = props;
  if (opener === undefined) return <PopoverOpener label={label} icon={icon} {...listeners} />;
  return <OpenedPopover {...props} opener={opener} />;
}
