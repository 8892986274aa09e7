import { useLocation } from 'wouter';

/** Opens another page after a write, unless the user has already left the page on which the write began. */
export function useGo(): (path: string, options?: { replace?: boolean }) => void {
  const [, navigate] = useLocation();
  const here = location.pathname;
  return (path, options) => {
    if (location.pathname === here) navigate(path, options);
  };
}
