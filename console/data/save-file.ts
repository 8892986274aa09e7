import type { CallOptions, ListFile } from '#clients/typescript/src/main.ts';

/** Long, because an export of a million rows takes minutes. */
export const fileTimeouts: CallOptions = { tryTimeoutMs: 30 * 60_000, timeoutMs: 30 * 60_000 };

export function saveFile({ name, content }: ListFile): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
