import { Button } from '@mantine/core';
import type { WaitingRows as Waiting } from '../data/use-held-rows.ts';
import { useTexts } from '../texts/language.tsx';
import { useShortcuts } from './shortcuts.tsx';
import { partTexts } from './texts.ts';
import './waiting-rows.css';

interface WaitingRowsProps {
  waiting: Waiting | undefined;
  /** Describes the waiting rows: "3 new orders". */
  label?: string | undefined;
}

/** A button that shows waiting rows. It lies over the list, so that no row moves. */
export function WaitingRows({ waiting, label }: WaitingRowsProps) {
  const t = useTexts(partTexts);
  useShortcuts(waiting === undefined ? [] : [{ key: 'n', does: t('showWaiting'), run: waiting.show }]);
  if (waiting === undefined) return null;
  const said = waiting.count === 0 ? t('showWaiting') : (label ?? t('waitingRows', { count: waiting.count }));
  return (
    <div className="waiting-rows no-print">
      <Button
        size="xs"
        radius="xl"
        onClick={() => {
          waiting.show();
          window.scrollTo({ top: 0 });
        }}
      >
        {said}
      </Button>
    </div>
  );
}
