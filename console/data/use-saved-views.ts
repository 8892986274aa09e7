import { adminSavedViewsRead, adminSavedViewsUpdate, type SavedView } from '#clients/typescript/src/main.ts';
import { useRecord } from './use-record.ts';
import { useWrite } from './use-write.ts';

/** Saving replaces the user's whole list of views, so `replace` sends the ETag of the loaded list. */
export function useSavedViews() {
  const read = useRecord(['saved-views'], (client, options) => adminSavedViewsRead({ client, ...options }));
  const save = useWrite(
    (client, views: SavedView[], headers) => adminSavedViewsUpdate({ client, headers, body: { views } }),
    { touches: [['saved-views']] },
  );
  return { read, save, replace: (views: SavedView[]) => save.run(views, { etag: read.etag }) };
}
