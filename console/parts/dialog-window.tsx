import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import { returnToRow } from './row-focus.ts';
import { partTexts } from './texts.ts';

interface DialogWindowProps extends ModalProps {
  /** The element that opened the dialog, if it is not the focused element. */
  opener?: Element | null;
}

export default function DialogWindow({ opened, opener, children, ...props }: DialogWindowProps) {
  const t = useTexts(partTexts);
  return (
    <Modal opened={opened} closeButtonProps={{ 'aria-label': t('close') }} {...props}>
      <ReturnFocus from={opener} />
      {children}
    </Modal>
  );
}

/** Returns the focus when the dialog unmounts with its parent. Mantine returns the focus only when `opened` turns false. */
function ReturnFocus({ from }: { from: Element | null | undefined }) {
  const [opener] = useState(() => from ?? document.activeElement);
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
