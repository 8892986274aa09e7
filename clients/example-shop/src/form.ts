import { StoreError } from '../../typescript/src/main.ts';
import { element } from './element.ts';
import { errorAlert } from './error-alert.ts';
import type { Texts } from './texts.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A labelled control with space for its error message. The control's name is the API's field name. */
export function field(label: string, control: Control): HTMLElement {
  control.id = `field-${control.name}`;
  return element(
    'div',
    { class: 'field' },
    element('label', { for: control.id }, label),
    control,
    errorOf(control.name),
  );
}

/** A group of options. The first option is selected. */
export function radioGroup(
  legend: string,
  name: string,
  options: readonly { value: number; text: string }[],
): HTMLElement {
  const radios = options.map(({ value, text }, index) =>
    element(
      'label',
      { class: 'option' },
      element('input', { type: 'radio', name, value, checked: index === 0 }),
      element('span', {}, element('bdi', {}, text)),
    ),
  );
  return element('fieldset', {}, element('legend', {}, legend), ...radios, errorOf(name));
}

function errorOf(name: string): HTMLElement {
  return element('p', { class: 'error', id: `error-${name}` });
}

/** Sends the form and shows the store's error messages at their fields, or below the form. */
export async function showProblems(
  form: HTMLFormElement,
  texts: Texts,
  send: () => Promise<void>,
): Promise<void> {
  showErrors(form, {});
  form.querySelector('[role=alert]')?.remove();
  try {
    await send();
  } catch (error) {
    const fields = error instanceof StoreError ? error.fields : {};
    if (!showErrors(form, fields)) form.append(errorAlert(error, texts));
  }
}

/**
 * Shows each field's messages and focuses the first invalid field. Returns true when there are messages and all of them are
 * shown.
 */
export function showErrors(
  form: HTMLFormElement,
  errors: Readonly<Record<string, readonly string[]>>,
): boolean {
  const controls = controlsOf(form);
  for (const control of controls) {
    const messages = errors[control.name];
    if (messages === undefined) control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', `error-${control.name}`);
    const error = form.querySelector(`#error-${control.name}`);
    if (error !== null) error.textContent = messages?.join(' ') ?? '';
  }
  controls.find(({ name }) => errors[name] !== undefined)?.focus();
  const shown = new Set(controls.map(({ name }) => name));
  const names = Object.keys(errors);
  return names.length > 0 && names.every((name) => shown.has(name));
}

/** The form's controls with a name. Leaves out buttons and fieldsets. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (each) =>
      each instanceof HTMLInputElement ||
      each instanceof HTMLSelectElement ||
      each instanceof HTMLTextAreaElement,
  );
}

/** The values of the form. An empty field has the value null. */
export function valuesOf(form: HTMLFormElement): Record<string, string | null> {
  const values = Object.entries(typedIn(form)).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(values.map(([name, value]) => [name, value === '' ? null : value]));
}

function typedIn(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}

/** Keeps typed values across a reload or a change of language. */
export function keepDraft(form: HTMLFormElement, storage: Storage): void {
  const draft = JSON.parse(storage.getItem(draftItem(form.id)) ?? '{}') as Partial<Record<string, string>>;
  for (const control of controlsOf(form)) {
    const typed = draft[control.name];
    if (typed === undefined) continue;
    if (control instanceof HTMLInputElement && control.type === 'radio')
      control.checked = control.value === typed;
    else control.value = typed;
  }
  form.addEventListener('input', () => {
    storage.setItem(draftItem(form.id), JSON.stringify(typedIn(form)));
  });
}

export function hasDraft(formId: string, storage: Storage): boolean {
  return storage.getItem(draftItem(formId)) !== null;
}

export function forgetDraft(formId: string, storage: Storage): void {
  storage.removeItem(draftItem(formId));
}

function draftItem(formId: string): string {
  return `example-shop.draft.${formId}`;
}

/**
 * Runs `send` when the shopper presses the button or Enter. While `send` runs, further presses have no
 * effect.
 */
export function onSubmit(form: HTMLFormElement, send: () => Promise<void>): void {
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    void send().finally(() => (form.ariaBusy = 'false'));
  });
}
