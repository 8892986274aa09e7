type Child = Node | string | null;
type Value = string | number | boolean | ((event: Event) => unknown);

/** Creates an element with attributes, listeners (`onclick`) and children. Strings become text, never HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(name.slice(2), (event) => void value(event));
    else if (typeof value === 'boolean') created.toggleAttribute(name, value);
    else created.setAttribute(name, String(value));
  }
  created.append(...children.filter((child) => child !== null));
  return created;
}

/** A term and its description, as one row of a `dl`. */
export function row(term: string, ...description: Child[]): HTMLElement {
  return element('div', {}, element('dt', {}, term), element('dd', {}, ...description));
}

/** A page's heading, which receives the focus when the page opens. */
export function heading(text: string): HTMLElement {
  return element('h1', { tabindex: -1 }, text);
}
