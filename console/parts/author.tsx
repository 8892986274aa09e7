import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useTexts } from '../texts/language.tsx';
import { shownAuthor, type AuthoredBy, type KnownCustomer } from './author-name.ts';
import { timelineTexts } from './timeline-texts.ts';
import { Name } from './values.tsx';

/** The display name for a change's author: “front-desk”, a customer's name, or “customer 7”. */
export function useAuthorName(): (by: AuthoredBy, customer?: KnownCustomer) => string {
  const t = useTexts(timelineTexts);
  return (by, customer) => {
    const author = shownAuthor(by, customer);
    if (author === null) return t('unknown');
    return 'name' in author ? author.name : t('byCustomer', { id: author.customer });
  };
}

/** The author's name. A customer whose name is not known is a link. */
export function Author({ by, customer }: { by: AuthoredBy; customer?: KnownCustomer }) {
  const nameOf = useAuthorName();
  const author = shownAuthor(by, customer);
  const name = nameOf(by, customer);
  if (author === null || 'name' in author || !/^\d+$/.test(author.customer)) return <Name>{name}</Name>;
  return (
    <Anchor component={Link} href={`/customers/${author.customer}`} inherit>
      {name}
    </Anchor>
  );
}
