import { Button, Group, Text } from '@mantine/core';
import type { Order } from '#clients/typescript/src/main.ts';
import { useTexts } from '../texts/language.tsx';
import { nextMoves, type Move } from './next-moves.ts';
import { orderTexts } from './texts.ts';

interface MoveButtonsProps {
  order: Order;
  isBusy: boolean;
  move: (move: Move) => void;
}

/** Buttons for the order's next states. Forward moves come first. The buttons are large enough for a thumb. */
export function MoveButtons({ order, isBusy, move }: MoveButtonsProps) {
  const t = useTexts(orderTexts);
  const moves = nextMoves(order);
  if (moves.length === 0) return <Text>{t('final')}</Text>;
  return (
    <Group gap="sm" role="group" aria-label={t('nextSteps')}>
      {moves.map((each) => (
        <Button
          key={each.to}
          size="md"
          disabled={isBusy}
          {...(!each.isForward && { variant: 'default' })}
          onClick={() => move(each)}
        >
          {t(`to_${each.to}`)}
        </Button>
      ))}
    </Group>
  );
}
