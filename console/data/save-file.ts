import type { CallOptions, ListFile } from '#clients/typescript/src/main.ts';

/** Of a call for a file: a million rows take two minutes. */
export const fileTimeouts: CallOptions = { tryTimeoutMs: 30 * 60_000, timeoutMs: 30 * 60_000 };

/** Has the browser keep a file, as a download. */
export function saveFile({ name, content }: ListFile): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
