import { Stack, Text } from '@mantine/core';
import type { OrderItem, StoreError } from '#clients/typescript/src/main.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { FigureInput } from '../parts/figure-input.tsx';
import { typedAmount } from './typed-figure.ts';

/** Typed numbers of units, by the line's id. */
export type TypedUnits = ReadonlyMap<number, string>;

/** The lines of a request. Leaves out lines for which no units are typed. */
export function linesOf(units: TypedUnits): { item_id: number; amount: number | string }[] {
  return [...units]
    .map(([item, text]) => ({ item_id: item, amount: typedAmount(text) }))
    .filter(({ amount }) => amount !== 0 && String(amount).trim() !== '');
}

interface UnitFieldsProps {
  items: readonly OrderItem[];
  units: TypedUnits;
  type: (units: TypedUnits) => void;
  labelOf: (name: string) => string;
  /** The number of units that staff can still enter for a line. */
  unitsLeft: (line: OrderItem) => number;
  hintOf: (units: { left: number; all: number }) => string;
  problem: StoreError | undefined;
}

/**
 * Asks for a number of units for each of an order's lines. If a request with `linesOf` fails, each error is
 * shown at its line.
 */
export function UnitFields({ items, units, type, labelOf, unitsLeft, hintOf, problem }: UnitFieldsProps) {
  const problemAt = useFieldProblem();
  const sent = linesOf(units).map(({ item_id: item }) => item);
  const wrong = problemAt(problem, 'lines');
  const first = items.find((line) => unitsLeft(line) > 0);
  return (
    <Stack gap="xs">
      {items.map((line) => (
        <FigureInput
          key={line.id}
          isCount
          label={labelOf(line.product.name)}
          description={hintOf({ left: unitsLeft(line), all: line.amount })}
          disabled={unitsLeft(line) === 0}
          data-autofocus={line === first || undefined}
          value={units.get(line.id) ?? ''}
          error={sent.includes(line.id) && problemAt(problem, `lines.${sent.indexOf(line.id)}.amount`)}
          type={(text) => type(new Map(units).set(line.id, text))}
        />
      ))}
      {wrong !== undefined && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {wrong}
        </Text>
      )}
    </Stack>
  );
}

const ofUnits = /^lines(\.\d+\.amount)?$/;

/** Whether `UnitFields` shows the problem. */
export function isAtUnits(problem: StoreError | undefined): boolean {
  return Object.keys(problem?.fields ?? {}).some((field) => ofUnits.test(field));
}
