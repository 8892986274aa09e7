import type { ButtonProps } from '@mantine/core';
import {
  lazy,
  Suspense,
  useEffect,
  useState,
  type ComponentPropsWithRef,
  type ComponentType,
  type MouseEvent,
} from 'react';
import { loadCode } from '../data/load-code.ts';

interface Loadable<Props> {
  /** Suspends while the code is loading. */
  Part: ComponentType<Props>;
  load: () => Promise<void>;
}

/**
 * A component whose code is a file of its own. `lazy` always shows the fallback first, and React then keeps the fallback for up
 * to 0.3 s. So a component whose code has loaded is rendered without `lazy`.
 */
export function loadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    const code = await loadCode(load);
    loaded = code.default;
    return code;
  };
  const Loading: ComponentType<Props> = lazy(loadOnce);
  return {
    Part: function Part(props) {
      const [Known] = useState(() => loaded ?? Loading);
      return <Known {...props} />;
    },
    load: async () => {
      await loadOnce();
    },
  };
}

const rest = new Set<() => Promise<void>>();
let isRestLoaded = false;

/**
 * A component that the first render does not show. Its code loads some time after the first render, or when the component is
 * first shown. Until the code has loaded, `Meanwhile` is shown.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Meanwhile: ComponentType<Props> = () => null,
): ComponentType<Props> {
  const { Part, load: loadPart } = loadable(load);
  rest.add(loadPart);
  // A page that opens after `loadRest` has run may define further such components, so their code loads now.
  if (isRestLoaded) setTimeout(() => void loadRest());
  return function Later(props) {
    return (
      <Suspense fallback={<Meanwhile {...props} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** Loads the code of all components that are shown later. If that fails, a component's code loads when it is shown. */
export async function loadRest(): Promise<void> {
  const loads = [...rest];
  rest.clear();
  await Promise.allSettled(loads.map((load) => load()));
  isRestLoaded = true;
}

/** Whether `is` is true now or was true before. A closed dialog uses this to render nothing until it first opens. */
export function useWasTrue(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return is || was;
}

/** The state of a button at its first press, before the code of the menu or popover has loaded. */
export interface Opener {
  isFocused: boolean;
}

/** The properties of a button that opens a menu or popover. */
export type OpenerButtonProps = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

/** `opener` is undefined until the button is first pressed. Meanwhile, a plain button with `listeners` stands in. */
export function useOpener() {
  const [opener, setOpener] = useState<Opener>();
  const listeners = {
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
      setOpener({ isFocused: currentTarget === document.activeElement }),
  };
  return { opener, listeners };
}

/**
 * Whether the menu or popover is open. It opens only after it is mounted, because otherwise it would not return the focus when
 * it closes.
 */
export function useOpened(): [opened: boolean, setOpened: (opened: boolean) => void] {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpened(true));
    return () => clearTimeout(timer);
  }, []);
  return [opened, setOpened];
}
