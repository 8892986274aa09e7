import { Button } from '@mantine/core';
import {
  createContext,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';
import { later, useWasTrue } from './later.tsx';
import { keyOf } from './pressed-key.ts';

const ShortcutsDialog = later(() => import('./shortcuts-dialog.tsx'));

export interface Shortcut {
  /** A `KeyboardEvent.key`: `/`, `j`, `Enter`. */
  key: string;
  does: string;
  run: () => void;
}

type Held = RefObject<readonly Shortcut[]>;

interface Registry {
  add: (held: Held) => () => void;
  showAll: () => void;
}

const ShortcutContext = createContext<Registry | null>(null);
const storageKey = 'console.shortcuts';

/**
 * Registers keyboard shortcuts while the component is mounted. Shortcuts don't work while the user types or a dialog is open.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = use(ShortcutContext);
  const held = useRef(shortcuts);
  useEffect(() => {
    held.current = shortcuts;
  });
  useEffect(() => registry?.add(held), [registry]);
}

/** Opens the list of shortcuts, for users who do not know the key `?`. */
export function ShortcutsButton() {
  const t = useTexts(partTexts);
  const registry = use(ShortcutContext);
  return (
    <Button
      variant="default"
      px="sm"
      className="frame-button"
      aria-label={t('shortcuts')}
      visibleFrom="sm"
      onClick={registry?.showAll}
    >
      ?
    </Button>
  );
}

/**
 * Handles the shortcuts of all pages, and lists them when `?` is pressed. Users can turn single-key shortcuts off (WCAG 2.1.4).
 */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const all = useRef(new Set<Held>());
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== 'off');
  const [shown, setShown] = useState<readonly Shortcut[] | null>(null);
  const wasShown = useWasTrue(shown !== null);
  const registry = useMemo<Registry>(
    () => ({
      add: (held) => {
        all.current.add(held);
        return () => all.current.delete(held);
      },
      showAll: () => setShown([...all.current].flatMap(({ current }) => current)),
    }),
    [],
  );

  useEffect(() => {
    let wasBusy = false;
    // Escape closes a dialog before `listen` runs, so `listen` would no longer find the dialog.
    const look = ({ target }: KeyboardEvent) => {
      wasBusy = isBusy(target);
    };
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || wasBusy) return;
      const pressed = keyOf(event);
      // A held key only moves between rows. Otherwise holding `c` would move an order through all its states.
      if (event.repeat && pressed !== 'j' && pressed !== 'k') return;
      if (pressed === '?') {
        registry.showAll();
        return;
      }
      const known = [...all.current].flatMap(({ current }) => current);
      // The browser already activates a focused link or button on Enter.
      if (pressed === 'Enter' && event.target instanceof Element && event.target.closest('a, button')) return;
      const shortcut = isOn ? known.findLast(({ key }) => key === pressed) : undefined;
      if (shortcut === undefined) return;
      event.preventDefault();
      shortcut.run();
    };
    addEventListener('keydown', look, { capture: true });
    document.addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', look, { capture: true });
      document.removeEventListener('keydown', listen);
    };
  }, [isOn, registry]);

  const turn = (on: boolean) => {
    localStorage.setItem(storageKey, on ? 'on' : 'off');
    setOn(on);
  };
  return (
    <ShortcutContext value={registry}>
      {children}
      {wasShown && <ShortcutsDialog isOn={isOn} turn={turn} shown={shown} close={() => setShown(null)} />}
    </ShortcutContext>
  );
}

/** Whether pressed keys belong to a text field, or to an open dialog, popover or menu. */
function isBusy(target: EventTarget | null): boolean {
  return isDialogOpen() || isTypedInto(target) || isInPopup(target);
}

function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=menu], [role=dialog], [role=listbox]') !== null;
}

export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

export function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
  );
}
