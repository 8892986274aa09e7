import type { ModalProps } from '@mantine/core';
import { useState } from 'react';
import { later } from './later.tsx';

const DialogWindow = later(() => import('./dialog-window.tsx'));

/** When the dialog closes, the focus returns to the element that opened it, or else to the last focused row. */
export function Dialog(props: ModalProps) {
  const [wasOpened, setOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setOpened(true);
  return wasOpened || props.opened ? <DialogWindow {...props} /> : null;
}
