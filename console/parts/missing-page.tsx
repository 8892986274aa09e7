import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from './empty-state.tsx';
import { PageTitle } from './page-title.tsx';

interface MissingPageProps {
  title: string;
  text: string;
  href: string;
  back: string;
}

export function MissingPage({ title, text, href, back }: MissingPageProps) {
  return (
    <>
      <PageTitle title={title} />
      <EmptyState title={text}>
        <Anchor component={Link} href={href}>
          {back}
        </Anchor>
      </EmptyState>
    </>
  );
}
