import { Anchor, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { PageTitle } from './page-title.tsx';

interface MissingPageProps {
  title: string;
  href: string;
  back: string;
}

export function MissingPage({ title, href, back }: MissingPageProps) {
  return (
    <Stack>
      <PageTitle title={title} />
      <Anchor component={Link} href={href} w="fit-content">
        {back}
      </Anchor>
    </Stack>
  );
}
