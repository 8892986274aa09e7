import { brunoCollection } from './bruno-collection.ts';
import { documentedRequests } from './documented-requests.ts';
import { httpFile } from './http-file.ts';

/** The documented requests as files for HTTP tools, by their path in clients/requests. */
export function requestFiles(): Record<string, string> {
  const requests = documentedRequests();
  const bruno = Object.entries(brunoCollection(requests));
  return {
    'store.http': httpFile(requests),
    ...Object.fromEntries(bruno.map(([path, text]) => [`bruno/${path}`, text])),
  };
}
