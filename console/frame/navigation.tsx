import { NavLink } from '@mantine/core';
import { Link } from 'wouter';
import { useLanguage } from '../texts/language.tsx';
import { fillText } from '../texts/fill-text.ts';
import type { Room } from './room.ts';

interface NavigationProps {
  rooms: readonly Room[];
  location: string;
  went: () => void;
}

export function Navigation({ rooms, location, went }: NavigationProps) {
  const { language } = useLanguage();
  return rooms.map(({ path, name }) => {
    if (name === undefined) return null;
    const isHere = path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
    return (
      <NavLink
        key={path}
        component={Link}
        href={path}
        label={fillText(name, language)}
        active={isHere}
        variant="filled"
        onClick={went}
        {...(isHere && { 'aria-current': 'page' })}
      />
    );
  });
}
