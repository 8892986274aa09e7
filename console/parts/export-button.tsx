import { fileOf, type Call } from '#clients/typescript/src/main.ts';
import type { ReadOptions } from '../data/client.tsx';
import { fileTimeouts, saveFile } from '../data/save-file.ts';
import { useWrite } from '../data/use-write.ts';
import { useTexts } from '../texts/language.tsx';
import { MenuButton } from './menu-button.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { partTexts } from './texts.ts';

export interface FileQuery {
  format: 'csv' | 'xlsx';
  paginate: 'false';
}

interface ExportButtonProps<Query extends object> {
  /** The button's label, if the file does not contain the list on screen. */
  label?: string;
  /** The search and filters of the exported list. */
  query: Query;
  read: (request: ReadOptions & { query: Omit<Query, keyof FileQuery> & FileQuery }) => Call<unknown>;
}

export function ExportButton<Query extends object>({ label, query, read }: ExportButtonProps<Query>) {
  const t = useTexts(partTexts);
  const { run, isPending, problem } = useWrite(
    (format: FileQuery['format'], { client }) =>
      fileOf(read({ client, query: { ...query, format, paginate: 'false' }, ...fileTimeouts })),
    { done: saveFile },
  );
  return (
    <>
      <ProblemAlert problem={problem} />
      <MenuButton
        button={{ variant: 'default', loading: isPending, children: label ?? t('export') }}
        items={[
          { key: 'xlsx', label: t('asExcel'), run: () => void run('xlsx') },
          { key: 'csv', label: t('asCsv'), run: () => void run('csv') },
        ]}
      />
    </>
  );
}
