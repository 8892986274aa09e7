import {
  adminSavedViewsRead,
  adminSavedViewsUpdate,
  type SavedView,
  type StoreError,
} from '#clients/typescript/src/main.ts';
import { useRecord } from './use-record.ts';
import { useWrite } from './use-write.ts';

/** Saving replaces the user's whole list of views, so `replace` sends the ETag of the loaded list. */
export function useSavedViews(failedUnseen: (problem: StoreError) => void) {
  const read = useRecord(['saved-views'], adminSavedViewsRead);
  const save = useWrite(
    (views: SavedView[], options) => adminSavedViewsUpdate({ ...options, body: { views } }),
    { touches: [['saved-views']], failedUnseen },
  );
  return { read, save, replace: (views: SavedView[]) => save.run(views, { etag: read.etag }) };
}
