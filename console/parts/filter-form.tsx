import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { filterName } from '../data/list-view.ts';
import type { ListView } from '../data/use-paged-list.ts';
import { typedNumber } from '../format/typed-number.ts';
import { labelled } from '../texts/labelled.ts';
import { useTexts } from '../texts/language.tsx';
import { ownDirection } from './own-direction.ts';
import { PopoverButton } from './popover-button.tsx';
import { FilterChips } from './filter-chips.tsx';
import { partTexts } from './texts.ts';

/** `name` is the API's field name. */
export interface FilterField {
  name: string;
  label: string;
  kind: 'text' | 'number' | 'day' | 'choice';
  /** Set only for a `choice`. */
  choices?: readonly { value: string; label: string }[];
}

interface FilterProps {
  view: ListView;
  fields: readonly FilterField[];
}

export function FilterForm({ view, fields }: FilterProps) {
  const t = useTexts(partTexts);
  const apply = (form: HTMLFormElement) => {
    const filled = new FormData(form);
    const values = fields.map(({ name, kind }) => {
      const text = textOf(filled.get(name));
      return [filterName(name), kind === 'number' ? String(typedNumber(text)) : text] as const;
    });
    view.change(Object.fromEntries(values));
  };
  return (
    <PopoverButton label={t('filters')} icon="filter">
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            apply(event.currentTarget);
            close();
          }}
        >
          <Stack gap="sm">
            {fields.map((field) => (
              <FilterInput key={field.name} field={field} value={view.filter(field.name) ?? ''} />
            ))}
            <Button type="submit">{t('apply')}</Button>
          </Stack>
        </form>
      )}
    </PopoverButton>
  );
}

function FilterInput({
  field: { name, label, kind, choices = [] },
  value,
}: {
  field: FilterField;
  value: string;
}) {
  const t = useTexts(partTexts);
  if (kind === 'choice') {
    const data = [{ value: '', label: t('any') }, ...choices];
    return <NativeSelect name={name} label={label} defaultValue={value} data={data} />;
  }
  if (kind === 'day') return <TextInput type="date" name={name} label={label} defaultValue={value} />;
  const isNumber = kind === 'number';
  return (
    <TextInput
      name={name}
      label={label}
      defaultValue={value}
      {...(isNumber ? { dir: 'ltr' } : { attributes: ownDirection })}
      inputMode={isNumber ? 'decimal' : 'text'}
    />
  );
}

export function SetFilters({ view, fields }: FilterProps) {
  const chips = fields.flatMap(({ name, label, choices }) => {
    const value = view.filter(name);
    if (value === undefined) return [];
    const said = choices?.find((choice) => choice.value === value)?.label ?? value;
    const remove = () => view.change({ [filterName(name)]: null });
    return [{ key: name, label: labelled(label, said), remove }];
  });
  return <FilterChips chips={chips} />;
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
