import { commandTypes } from '../data/generated/types.ts';
import { useTexts } from '../texts/language.tsx';
import { actionTexts, resourceTexts } from './operation-texts.ts';

/** The types that the filter offers. */
export const operationTypes: readonly string[] = Object.keys(resourceTexts).flatMap((resource) =>
  commandTypes.filter((type) => type.startsWith(`${resource}.`)),
);

/** For an operation type such as `orders.bulk-update`. A type that the console does not know is shown unchanged. */
export function useOperationType(): (type: string) => string {
  const resource = useTexts(resourceTexts);
  const action = useTexts(actionTexts);
  return (type) => {
    const [what = '', done = ''] = type.split('.');
    return isKeyOf(resourceTexts, what) && isKeyOf(actionTexts, done)
      ? `${resource(what)}: ${action(done)}`
      : type;
  };
}

function isKeyOf<T extends object>(texts: T, key: string): key is keyof T & string {
  return Object.hasOwn(texts, key);
}
