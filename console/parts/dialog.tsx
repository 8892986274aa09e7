import type { ModalProps } from '@mantine/core';
import { createContext, use, useState } from 'react';
import { later, useWasTrue } from './later.tsx';

const DialogWindow = later(() => import('./dialog-window.tsx'));

/** The element that opened the dialogs inside, if it no longer has the focus when they open. */
export const DialogOpener = createContext<Element | null>(null);

/** When the dialog closes, the focus returns to the element that opened it, or else to the last focused row. */
export function Dialog(props: ModalProps) {
  const { opened } = props;
  const given = use(DialogOpener);
  // Remember the opener now, because the focus may move while the code of the dialog is still loading.
  const [{ wasOpen, opener }, set] = useState({ wasOpen: false, opener: document.activeElement });
  if (opened !== wasOpen) set({ wasOpen: opened, opener: opened ? document.activeElement : opener });
  return useWasTrue(opened) ? <DialogWindow opener={given ?? opener} {...props} /> : null;
}
