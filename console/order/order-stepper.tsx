import type { Order } from '#clients/typescript/src/main.ts';
import { Stepper } from '../parts/stepper.tsx';
import { partTexts } from '../parts/texts.ts';
import { useTexts } from '../texts/language.tsx';
import { stepsOf, way } from './steps.ts';
import { orderTexts } from './texts.ts';

export function OrderStepper({ order }: { order: Order }) {
  const t = useTexts(orderTexts);
  const tPart = useTexts(partTexts);
  const steps = stepsOf(order).map(({ state, at }) => ({
    key: state,
    label: tPart(state),
    at,
    isEnd: !way.includes(state),
  }));
  return <Stepper label={t('progress')} steps={steps} current={order.status} />;
}
