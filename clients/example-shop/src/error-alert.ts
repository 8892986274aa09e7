import { StoreError } from '../../typescript/src/main.ts';
import { element } from './element.ts';
import type { Texts } from './texts.ts';

interface Remedy {
  /** The button's label. */
  name?: string;
  /** A hint that the shopper should read before pressing the button. */
  hint?: string;
  press: () => void;
  /** A second button with another action. */
  other?: { name: string; press: () => void };
}

/** Shows an error with the reference for support. If a retry can help, adds a retry button. */
export function errorAlert(error: unknown, texts: Texts, remedy?: Remedy): HTMLElement {
  const requestId = error instanceof StoreError ? error.requestId : undefined;
  return element(
    'div',
    { role: 'alert', class: 'alert' },
    element('p', {}, messageOf(error, texts)),
    remedy?.hint === undefined ? null : element('p', {}, remedy.hint),
    requestId === undefined ? null : reference(requestId, texts),
    remedy === undefined ? null : button(remedy.name ?? texts.retry, remedy.press),
    remedy?.other === undefined ? null : button(remedy.other.name, remedy.other.press),
  );
}

function button(name: string, press: () => void): HTMLElement {
  return element('button', { type: 'button', onclick: press }, name);
}

/** The store sends its messages in the shopper's language, so show them as they are. */
function messageOf(error: unknown, texts: Texts): string {
  if (!(error instanceof StoreError)) return texts.wrong;
  const { status, message } = error;
  if ([0, 408, 502, 504].includes(status)) return texts.unreachable;
  if ([429, 503].includes(status)) return texts.unavailable;
  return status === 404 ? texts.notThere : message;
}

function reference(requestId: string, texts: Texts): HTMLElement {
  const code = element('code', { dir: 'ltr', translate: 'no' }, requestId);
  return element('p', { class: 'small' }, `${texts.reference}: `, code);
}
