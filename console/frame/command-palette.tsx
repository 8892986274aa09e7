import { Button, Group, Kbd } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { later, useWasTrue } from '../parts/later.tsx';
import { keyOf } from '../parts/pressed-key.ts';
import { isDialogOpen } from '../parts/shortcuts.tsx';
import type { Room } from '../rooms.ts';
import { useTexts } from '../texts/language.tsx';
import { frameTexts } from './texts.ts';

const PaletteDialog = later(() => import('./palette-dialog.tsx'));

/** One search for orders, customers, products and pages, on every page. Ctrl+K or ⌘K opens it. */
export function CommandPalette({ rooms }: { rooms: readonly Room[] }) {
  const t = useTexts(frameTexts);
  const [opened, setOpened] = useState(false);
  const wasOpened = useWasTrue(opened);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (keyOf(event).toLowerCase() !== 'k' || isDialogOpen()) return;
      event.preventDefault();
      setOpened(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <Button
        variant="default"
        className="palette-button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpened(true)}
      >
        <Group gap="xs" wrap="nowrap">
          <Icon name="search" size={16} />
          <span className="palette-label">{t('searchAll')}</span>
          <Kbd visibleFrom="md" size="xs" dir="ltr" aria-hidden>
            Ctrl K
          </Kbd>
        </Group>
      </Button>
      {wasOpened && <PaletteDialog rooms={rooms} opened={opened} close={() => setOpened(false)} />}
    </>
  );
}
