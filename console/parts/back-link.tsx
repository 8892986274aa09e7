import { Anchor } from '@mantine/core';
import { Link } from 'wouter';

export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor component={Link} href={href} className="no-print">
      {children}
    </Anchor>
  );
}
