/* Copies a text; tells whether it did. Plain http has no clipboard interface: a selected field and the old command do it
 * everywhere. It has to lie in an open dialog, where there is one: outside of it nothing can be selected. */
export function copy_text(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  /* Selecting took the focus, and it went with the field. */
  before?.focus();
  return copied;
}
