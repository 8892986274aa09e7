import { connectionIsBack, isReachable } from './connection.ts';

/** Loads a file of code, and waits while the connection is lost. Throws if the store responds but the file fails twice. */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    // The connection may have been lost only while the file was loading, so a first failure does not prove
    // that the file is missing.
    if (await isReachable()) return load();
    await connectionIsBack();
    return loadCode(load);
  }
}
