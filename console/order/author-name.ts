/** `admin:front-desk` as people say it: `front-desk`. */
export function authorName(by: string | undefined): string {
  return by?.replace(/^(admin|client):/, '') ?? '?';
}
