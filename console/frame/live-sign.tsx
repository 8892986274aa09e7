import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIsOffline } from '../data/connection.ts';
import { useLiveState } from '../data/use-live.ts';
import { later } from '../parts/later.tsx';
import { useTexts } from '../texts/language.tsx';
import { frameTexts } from './texts.ts';

const LiveProblem = later(() => import('./live-problem.tsx'));

/** An interruption shorter than this is not shown. */
const patienceMs = 3_000;

/** Shows whether live events arrive in time. If they don't, a button opens a popover that explains the consequences. */
export function LiveSign() {
  const t = useTexts(frameTexts);
  const { delayed } = useLiveState();
  const isLive = useIsLive();
  const names: Readonly<Record<string, string>> = {
    orders: t('orders'),
    catalog: t('catalogue'),
    webhooks: t('webhooks'),
  };
  const services = delayed.map((service) => names[service] ?? service).join(' · ');
  const isWhole = isLive && delayed.length === 0;
  const [word, more] = isLive ? [t('late'), t('lateMore', { services })] : [t('notLive'), t('notLiveMore')];
  return (
    <>
      {isWhole && (
        <Text size="sm" className="live-sign" data-live visibleFrom="sm">
          <span aria-hidden>●</span> {t('live')}
        </Text>
      )}
      {isLive !== undefined && !isWhole && <LiveProblem word={word} more={more} />}
      <span role="status" className="unseen">
        {isLive !== undefined && !isWhole ? more : ''}
      </span>
    </>
  );
}

/** Undefined at first. Becomes true at once, but false only after an interruption of `patienceMs`. */
function useIsLive(): boolean | undefined {
  const { isLive: isOpen } = useLiveState();
  // A stream whose network has gone silent stays open for minutes.
  const isLive = !useIsOffline() && isOpen;
  const [settled, settle] = useState<boolean>();
  useEffect(() => {
    const timer = setTimeout(() => settle(isLive), isLive ? 0 : patienceMs);
    return () => clearTimeout(timer);
  }, [isLive]);
  return settled;
}
