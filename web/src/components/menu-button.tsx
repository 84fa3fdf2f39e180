import { Button, type ButtonProps } from 'antd'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './menu-button.module.css'

export interface MenuItem {
  label: string
  danger?: boolean
  /** One of several choices, or a box that is checked or not. */
  checked?: boolean
  /** A press leaves the menu open. */
  stays?: boolean
  onClick: () => void
}

/** Where a menu below its button ends outside the window it opens above. */
const LOW = 0.6

/**
 * A button that opens a menu. The menu is a popover of the browser, which closes it, gives the focus back and draws it above
 * all else.
 */
export function MenuButton({ items, ...button }: Omit<ButtonProps, 'onClick'> & { items: readonly MenuItem[] }) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  function place() {
    const { right, top, bottom } = opener.current!.getBoundingClientRect()
    const style = menu.current!.style
    const is_low = bottom > innerHeight * LOW
    style.right = `${document.documentElement.clientWidth - right}px`
    style.top = is_low ? 'auto' : `${bottom}px`
    style.bottom = is_low ? `${innerHeight - top}px` : 'auto'
  }
  function onKeyDown(event: KeyboardEvent) {
    const entries = [...menu.current!.querySelectorAll('button')]
    const at = entries.indexOf(document.activeElement as HTMLButtonElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    entries.at(to % entries.length)?.focus()
  }
  return (
    <>
      <Button ref={opener} {...button} popoverTarget={id} aria-haspopup="menu" aria-expanded={open} />
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        className={styles.menu}
        onKeyDown={onKeyDown}
        onBeforeToggle={({ newState }) => {
          if (newState !== 'open') return
          place()
          flushSync(() => setOpen(true))
        }}
        // Not before: the browser gives the focus back only while an entry has it.
        onToggle={({ newState }) => {
          if (newState === 'closed') setOpen(false)
          else menu.current?.querySelector('button')?.focus()
        }}
      >
        {open
          ? items.map(({ label, danger, checked, stays, onClick }) => (
              <button
                key={label}
                type="button"
                role={checked === undefined ? 'menuitem' : stays ? 'menuitemcheckbox' : 'menuitemradio'}
                aria-checked={checked}
                tabIndex={-1}
                data-danger={danger}
                onClick={() => {
                  // First: a dialog gives the focus back to what has it now.
                  if (!stays) menu.current?.hidePopover()
                  onClick()
                }}
              >
                {label}
              </button>
            ))
          : null}
      </div>
    </>
  )
}
