import { List } from '@mantine/core';
import type { RecordError } from '#clients/typescript/src/main.ts';
import { useFormat } from '../format/use-format.ts';
import { isolated } from '../texts/fill-text.ts';
import { labelled } from '../texts/labelled.ts';

interface RefusalsProps {
  errors: readonly RecordError[];
  nameOf: (id: number) => string;
}

/** The records that were not changed. Records with the same reason share a line. */
export function Refusals({ errors, nameOf }: RefusalsProps) {
  const { list } = useFormat();
  const reasons = Map.groupBy(errors, ({ message }) => message);
  return (
    <List>
      {[...reasons].map(([message, records]) => (
        <List.Item key={message}>
          {labelled(list(records.map(({ id }) => isolated(nameOf(id)))), message)}
        </List.Item>
      ))}
    </List>
  );
}
