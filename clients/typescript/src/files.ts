import type { Call } from './call.ts';

/** A list as a file. */
export interface ListFile {
  /** The list's name and the time of the request: `orders-2026-01-31-1230.csv`. */
  name: string;
  content: Blob;
}

/**
 * Downloads a list as a file. The call must set a `format`:
 * `await fileOf(adminOrdersList({ client, query: { format: 'xlsx' } }))`. A long file needs more time than the default for one
 * try, so pass `tryTimeoutMs` and `timeoutMs` to the call.
 */
export async function fileOf(list: Call<unknown>): Promise<ListFile> {
  const { data, headers } = await list.withResponse();
  if (!(data instanceof Blob))
    throw new TypeError("The response is not a file. Request one with query: { format: 'csv' }.");
  const [, name = 'list'] = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? [];
  return { name, content: data };
}
