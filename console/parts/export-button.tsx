import { fileOf, type Call, type CallOptions, type Client } from '#clients/typescript/src/main.ts';
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

interface ExportButtonProps {
  /** A label for the file's contents, if they differ from the list on screen. */
  label?: string;
  read: (client: Client, file: FileQuery, options: CallOptions) => Call<unknown>;
}

export function ExportButton({ label, read }: ExportButtonProps) {
  const t = useTexts(partTexts);
  const { run, isPending, problem } = useWrite(
    (client, format: FileQuery['format']) =>
      fileOf(read(client, { format, paginate: 'false' }, fileTimeouts)),
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
