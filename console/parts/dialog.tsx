import type { ModalProps } from '@mantine/core';
import { later, useWasTrue } from './later.tsx';

const DialogWindow = later(() => import('./dialog-window.tsx'));

/** When the dialog closes, the focus returns to the element that opened it, or else to the last focused row. */
export function Dialog(props: ModalProps) {
  return useWasTrue(props.opened) ? <DialogWindow {...props} /> : null;
}
