import type { ButtonProps } from '@mantine/core';
import { lazy, Suspense, useState, type ComponentPropsWithRef, type ComponentType } from 'react';
import { loadCode } from '../data/load-code.ts';
import { observed, useObserved } from '../data/observed.ts';

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
const isRestLoaded = observed(false);

/**
 * A component that the first render does not show. Its code loads a while after the first render, or when the component is first
 * shown. Meanwhile, `Meanwhile` is shown.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Meanwhile: ComponentType<Props> = () => null,
): ComponentType<Props> {
  const { Part, load: loadPart } = loadable(load);
  rest.add(loadPart);
  // A page that opens later has its own such components.
  if (isRestLoaded.get()) setTimeout(() => void loadRest());
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
  isRestLoaded.set(true);
}

/** Whether `is` is true now or was before. So a closed dialog renders nothing until it opens for the first time. */
export function useWasTrue(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return is || was;
}

export function useRestLoaded(): boolean {
  return useObserved(isRestLoaded);
}

/** What a button that opens something has seen before the code of the opened thing has loaded. */
export interface Opener {
  /** The button was pressed. */
  isAsked: boolean;
  isFocused: boolean;
}

/** The properties of such a button. */
export type OpenerButtonProps = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

/** `opener` is undefined while a plain button with `listeners` stands in. */
export function useOpener() {
  const [isAsked, ask] = useState(false);
  const [isFocused, focus] = useState(false);
  const isLoaded = useRestLoaded();
  const listeners = { onClick: () => ask(true), onFocus: () => focus(true), onBlur: () => focus(false) };
  return { opener: isLoaded || isAsked ? { isAsked, isFocused } : undefined, listeners };
}
