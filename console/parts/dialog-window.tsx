import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import { returnToRow } from './row-focus.ts';
import { partTexts } from './texts.ts';

export default function DialogWindow({ opened, children, ...props }: ModalProps) {
  const t = useTexts(partTexts);
  return (
    <Modal opened={opened} closeButtonProps={{ 'aria-label': t('close') }} {...props}>
      <ReturnFocus />
      {children}
    </Modal>
  );
}

/** Mantine returns the focus when `opened` turns false, but not when the dialog unmounts with its parent. */
function ReturnFocus() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
        returnToRow();
      });
    },
    [opener],
  );
  return null;
}
