import { brunoCollection } from './bruno-collection.ts';
import { documentedRequests } from './documented-requests.ts';
import { httpFile } from './http-file.ts';

/** Converts the documented requests to files for HTTP tools. Keys are paths within clients/requests. */
export function requestFiles(): Record<string, string> {
  const requests = documentedRequests();
  const bruno = Object.entries(brunoCollection(requests));
  return {
    'store.http': httpFile(requests),
    ...Object.fromEntries(bruno.map(([path, text]) => [`bruno/${path}`, text])),
  };
}
