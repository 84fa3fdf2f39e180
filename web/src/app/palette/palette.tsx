import { foldText } from '@tvarit/shared/contracts/same-text'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { Role } from '@tvarit/shared/contracts/roles'
import { Input, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { KEYS } from '../../features/alerts/shortcuts/keys.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { usePaused } from '../../lib/use-paused.ts'
import { shortcutsHere } from '../../lib/use-shortcuts.ts'
import { mayOpen } from '../access.ts'
import { ROUTES } from '../routes.ts'
import styles from './palette.module.css'
import { type Found, useFound } from './use-found.ts'

const focus = (element: Element | null) => element instanceof HTMLElement && element.focus({ preventScroll: true })

/** What can be done with the chosen alert, by the page's own keys. */
function deeds(): Found[] {
  const here = shortcutsHere()
  return KEYS.flatMap(({ keys: [key], does, acts }) => {
    const name = key.toLowerCase()
    const run = () => shortcutsHere()[name]?.()
    return acts && here[name] ? [{ group: 'Chosen alert', label: does, detail: key, run }] : []
  })
}

/** One field to go to a page, to find a person, coupon, alert or ambulance, and to act on the chosen alert. */
export default function Palette({ role, onClose }: { role: Role; onClose: () => void }) {
  const id = useId()
  const field = useRef<InputRef>(null)
  const navigate = useNavigate()
  useFocusBack()
  const [opener] = useState(() => document.activeElement)
  const [acts] = useState(deeds)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const wanted = foldText(typed).trim()
  const pages = ROUTES.filter(
    (route) => route.shell === 'office' && !route.path.includes(':') && mayOpen(route, role),
  ).map(({ path, title, menu }): Found => ({ group: 'Pages', label: menu?.label ?? title, detail: path, to: path }))
  const fitting = [...acts, ...pages].filter(({ label }) => foldText(label).includes(wanted))
  const { found, searching } = useFound(usePaused(typed.trim()), role)
  const shown = [...fitting, ...found]
  const chosen = Math.min(at, shown.length - 1)

  function choose(one: Found | undefined) {
    if (!one) return
    flushSync(onClose)
    // The keys act on what has the focus.
    focus(opener)
    if (one.to !== undefined) void navigate(one.to)
    else one.run?.()
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') choose(shown[chosen])
    else if (step && shown.length > 0) setAt((chosen + step + shown.length) % shown.length)
    else return
    event.preventDefault()
  }
  return (
    <Modal
      open
      title="Go to, find or do"
      onCancel={onClose}
      footer={null}
      width={560}
      destroyOnHidden
      // Room for the ring of the field, which a long dialog's own scroll would cut.
      styles={{ body: { paddingTop: '0.25rem' } }}
      afterOpenChange={(open) => open && field.current?.focus()}
    >
      <Input
        ref={field}
        role="combobox"
        aria-label="Page, name, phone or number"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={shown.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder="Page, name, phone or number"
        maxLength={LIMITS.search}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={id} role="listbox" aria-label="Found" className={styles.list}>
        {shown.map((one, index) => (
          // The keys are those of the field.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={`${one.group} ${one.detail} ${one.label}`}
            id={`${id}-${index}`}
            ref={index === chosen ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            role="option"
            aria-selected={index === chosen}
            className={styles.one}
            onClick={() => choose(one)}
          >
            <span>{one.label}</span>
            <span className="soft">{one.group === 'Pages' ? 'Page' : `${one.group}, ${one.detail}`}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="soft">
        {searching ? 'Searching…' : shown.length === 0 ? 'Nothing found.' : ''}
      </p>
    </Modal>
  )
}
