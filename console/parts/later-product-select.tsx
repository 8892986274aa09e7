import { TextInput } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import { later } from './later.tsx';
import { partTexts } from './texts.ts';

/** For a page that shows the field below other content. A plain field of the same size stands in until the code has loaded. */
export const LaterProductSelect = later(
  async () => ({ default: (await import('./product-select.tsx')).ProductSelect }),
  () => {
    const t = useTexts(partTexts);
    return (
      <TextInput
        className="grows"
        miw="12rem"
        label={t('addProduct')}
        placeholder={t('addProductHint')}
        disabled
      />
    );
  },
);
