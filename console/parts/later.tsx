import { lazy, Suspense, useState, type ComponentType } from 'react';
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

const rest: (() => Promise<void>)[] = [];
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
  rest.push(loadPart);
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
  await Promise.allSettled(rest.map((load) => load()));
  isRestLoaded.set(true);
}

export function useRestLoaded(): boolean {
  return useObserved(isRestLoaded);
}
