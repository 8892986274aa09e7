import { connectionIsBack, isReachable } from '../data/connection.ts';

/** Loads the code of a page, and waits while the connection is lost. Throws if the store responds but the file fails twice. */
export async function loadPage<Page>(load: () => Promise<Page>): Promise<Page> {
  try {
    return await load();
  } catch {
    // The connection may have been lost only while the file was loading, so the first failure proves nothing about the file.
    if (await isReachable()) return load();
    await connectionIsBack();
    return loadPage(load);
  }
}
