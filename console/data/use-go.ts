import { useLocation } from 'wouter';

/**
 * Whether the user is still on the page on which a write began. The write's outcome may arrive after the user has left the
 * page.
 */
export function useIsHere(): () => boolean {
  const here = location.pathname;
  return () => location.pathname === here;
}

/** Opens another page after a write, unless the user has already left the page on which the write began. */
export function useGo(): (path: string, options?: { replace?: boolean }) => void {
  const [, navigate] = useLocation();
  const isHere = useIsHere();
  return (path, options) => {
    if (isHere()) navigate(path, options);
  };
}
