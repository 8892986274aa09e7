/**
 * An author as the API writes it: `admin:layla`, or, in a timeline, an object with the parts of this text.
 */
export type AuthoredBy = string | { area: string; subject: string; name: string } | null | undefined;

/** The customer of the record that was changed. */
export interface KnownCustomer {
  id: number;
  name: string;
}

/** How to show an author: by name, by a customer's id if the name is not known, or as unknown (null). */
type ShownAuthor = { name: string } | { customer: string } | null;

/**
 * `admin:front-desk` becomes `front-desk`. A customer is shown by the name of the record's customer, unless the subject is the
 * id of another user. The subject in an identity provider's token is not a user id, so such an author counts as the record's
 * customer.
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
