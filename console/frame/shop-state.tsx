import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useIsOffline } from '../data/connection.ts';
import { useSession } from '../data/session.tsx';
import { useHealth } from '../data/use-health.ts';
import { useNow } from '../data/use-now.ts';
import { useTexts } from '../texts/language.tsx';
import { frameTexts, partWords } from './texts.ts';

const soonMinutes = 10;

export function ShopState() {
  const t = useTexts(frameTexts);
  const tPart = useTexts(partWords);
  const isOffline = useIsOffline();
  const health = useHealth();
  const minutesLeft = useMinutesLeft();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isOffline)
      void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [isOffline, queryClient]);
  return (
    <div role="status" className="shop-state">
      {isOffline && <Alert color="red">{t('lost')}</Alert>}
      {health?.isServing === false && <Alert color="red">{t('storeDown')}</Alert>}
      {health?.isServing === true && health.down.length > 0 && (
        <Alert color="orange">
          {t('down', { parts: health.down.map((part) => tPart(part)).join(' · ') })}
        </Alert>
      )}
      {minutesLeft !== null && minutesLeft <= soonMinutes && (
        <Alert color="orange">{t('sessionEndsSoon', { count: minutesLeft })}</Alert>
      )}
    </div>
  );
}

/** Minutes until the session ends. Null after its end, because a dialog reports that. */
function useMinutesLeft(): number | null {
  const { ends_at: endsAt } = useSession();
  const now = useNow(20_000);
  const left = Math.ceil((Date.parse(endsAt) - now.getTime()) / 60_000);
  return left > 0 ? left : null;
}
