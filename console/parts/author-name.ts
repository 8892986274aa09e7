/** An author as the API writes it: `admin:layla`, or the parts of that in a timeline. */
export type AuthoredBy = string | { area: string; subject: string; name: string } | null | undefined;

/** The customer of the record that was changed. */
export interface KnownCustomer {
  id: number;
  name: string;
}

/** An author to be shown by name, by a customer's id if the name is not known, or as unknown (null). */
export type ShownAuthor = { name: string } | { customer: string } | null;

/**
 * `admin:front-desk` becomes `front-desk`. A customer is shown by name, except one whose record this was before. A token of another
 * identity provider has no user id as its subject, and belongs to the record's customer.
 */
export function shownAuthor(by: AuthoredBy, customer?: KnownCustomer): ShownAuthor {
  if (by === null || by === undefined) return null;
  const { area, subject, name } = typeof by === 'string' ? parts(by) : by;
  if (area !== 'client') return { name };
  const isOther = /^\d+$/.test(subject) && Number(subject) !== customer?.id;
  return customer === undefined || isOther ? { customer: subject } : { name: customer.name };
}

function parts(by: string): { area: string | undefined; subject: string; name: string } {
  const [, area, subject = by] = /^(admin|client):(.*)$/s.exec(by) ?? [];
  return { area, subject, name: subject };
}
