import { connectionIsBack, isReachable } from '../data/connection.ts';

/** Loads the code of a page, and waits while the connection is lost. Throws if the store responds without the file. */
export async function loadPage<Page>(load: () => Promise<Page>): Promise<Page> {
  try {
    return await load();
  } catch (error) {
    if (await isReachable()) throw error;
    await connectionIsBack();
    return loadPage(load);
  }
}
