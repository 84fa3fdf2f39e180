import { type HTMLAttributes, useEffect, useEffectEvent, useRef } from 'react'
import { formatAge } from '@tvarit/shared/contracts/format-age'
import { clock, onTick } from '../lib/use-now.ts'

interface TickingProps extends HTMLAttributes<HTMLSpanElement> {
  text: (now: number) => string
}

/** A text that follows the clock. It is written into the page on its own: 300 ages tick without a render of theirs. */
export function Ticking({ text, ...attributes }: TickingProps) {
  const element = useRef<HTMLSpanElement>(null)
  const write = useEffectEvent(() => {
    const next = text(clock())
    if (element.current && element.current.textContent !== next) element.current.textContent = next
  })
  useEffect(() => {
    const stop = onTick(() => write())
    write()
    return stop
  }, [])
  return (
    <span ref={element} {...attributes}>
      {text(clock())}
    </span>
  )
}

/** The time since a moment: `0:42`. */
export const Age = ({ since, ...attributes }: { since: string } & HTMLAttributes<HTMLSpanElement>) => (
  <Ticking {...attributes} text={(now) => formatAge((now - Date.parse(since)) / 1000)} />
)
