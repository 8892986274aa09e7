import { Button, Menu } from '@mantine/core';
import { fileOf } from '#clients/typescript/src/main.ts';
import type { Call, CallOptions, Client, ListFile } from '#clients/typescript/src/main.ts';
import { useAction } from '../data/use-action.ts';
import { useTexts } from '../texts/language.tsx';
import { exportTexts } from './export-texts.ts';
import { ProblemAlert } from './problem-alert.tsx';

/** What makes a list's query one for a file of every match. */
export interface FileQuery {
  format: 'csv' | 'xlsx';
  paginate: 'false';
}

/** A million rows take two minutes. */
const longest: CallOptions = { tryTimeoutMs: 30 * 60_000, timeoutMs: 30 * 60_000 };

/** What a list shows, with every page of it, as a file in the console's language. */
export function ExportButton({
  label,
  read,
}: {
  /** What it holds, where that is not the list that is shown. */
  label?: string;
  read: (client: Client, file: FileQuery, options: CallOptions) => Call<unknown>;
}) {
  const t = useTexts(exportTexts);
  const { run, isPending, problem } = useAction(
    (client, format: FileQuery['format']) => fileOf(read(client, { format, paginate: 'false' }, longest)),
    { touches: [], done: save },
  );
  return (
    <>
      <ProblemAlert problem={problem} />
      <Menu withinPortal={false}>
        <Menu.Target>
          <Button variant="default" loading={isPending}>
            {label ?? t('export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void run('xlsx')}>{t('asExcel')}</Menu.Item>
          <Menu.Item onClick={() => void run('csv')}>{t('asCsv')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function save({ name, content }: ListFile): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
