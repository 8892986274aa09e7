import type { Order } from '#clients/typescript/src/main.ts';
import { Icon } from '../parts/icon.tsx';
import { partTexts } from '../parts/texts.ts';
import { Moment } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { stepsOf, way } from './steps.ts';
import { orderTexts } from './texts.ts';

export function OrderStepper({ order }: { order: Order }) {
  const t = useTexts(orderTexts);
  const tPart = useTexts(partTexts);
  return (
    <ol className="order-steps" aria-label={t('progress')}>
      {stepsOf(order).map(({ state, at }) => (
        <li
          key={state}
          data-reached={at !== undefined}
          data-ended={!way.includes(state)}
          {...(state === order.status && { 'aria-current': 'step' })}
        >
          <span className="order-steps-mark">{at !== undefined && <Icon name="done" size={12} />}</span>
          <span>{tPart(state)}</span>
          {at !== undefined && <Moment at={at} />}
        </li>
      ))}
    </ol>
  );
}
