import { connectionIsBack, isReachable } from '../data/connection.ts';

/** Loads the code of a page; without a connection it waits for it. A file that is gone from the store is an error. */
export async function loadPage<Page>(load: () => Promise<Page>): Promise<Page> {
  try {
    return await load();
  } catch (error) {
    if (await isReachable()) throw error;
    await connectionIsBack();
    return loadPage(load);
  }
}
