/** For a dialog that has just opened, which otherwise puts the focus on its cross. */
export function focusFirstField(form: HTMLElement | null): void {
  // On a phone the keyboard would cover half of what was just opened.
  if (window.matchMedia('(pointer: coarse)').matches) return
  form
    ?.querySelector<HTMLElement>('textarea, select, input:not([type="checkbox"], [type="radio"], [type="file"])')
    ?.focus()
}
