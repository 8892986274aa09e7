import { ActionIcon } from '@mantine/core';
import { Icon } from './icon.tsx';

interface RemoveButtonProps {
  /** Names what the button removes. */
  label: string;
  remove: () => void;
  disabled?: boolean;
}

export function RemoveButton({ label, remove, disabled = false }: RemoveButtonProps) {
  return (
    <ActionIcon size={30} variant="default" disabled={disabled} aria-label={label} onClick={remove}>
      <Icon name="remove" size={14} />
    </ActionIcon>
  );
}
