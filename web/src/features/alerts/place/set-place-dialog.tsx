import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { PlaceHit } from '@tvarit/shared/contracts/places'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { TextField } from '../../../components/form/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { PinMap } from '../../../components/map/pin-map.tsx'
import type { Place } from '../../../components/map/place.ts'
import { errorText } from '../../../lib/error-text.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { usePaused } from '../../../lib/use-paused.ts'
import { coordinates } from '../alert-facts.ts'
import { useSetPlace } from '../use-alert-actions.ts'
import styles from './set-place.module.css'

const KIND: Record<PlaceHit['kind'], string> = {
  coordinates: 'Coordinates',
  link: 'Link',
  digipin: 'DIGIPIN',
  plus_code: 'Plus Code',
  town: 'Town',
  pin_code: 'PIN code',
}

interface SetPlaceProps {
  alert: Pick<AlertDetail, 'id' | 'latitude' | 'longitude' | 'landmark'>
  onClose: () => void
}

/** Sets or corrects the place of an alert: whatever the caller can say of it in one field, or a pin on the map. */
export function SetPlaceDialog({ alert, onClose }: SetPlaceProps) {
  const [text, setText] = useState('')
  const [pin, setPin] = useState<Place | null>(null)
  const [chosen, setChosen] = useState<PlaceHit | null>(null)
  const [begun] = useState(alert.landmark ?? '')
  const [landmark, setLandmark] = useState(begun)
  const [mistake, setMistake] = useState<string | null>(null)
  const save = useSetPlace({ silent: true })
  const typed = text.trim()
  const paused = usePaused(typed)
  const found = useQuery(
    trpc.places.find.queryOptions(paused ? { text: paused } : skipToken, { meta: { silent: true } }),
  )
  const current = typed && paused === typed ? found.data : undefined
  const hits = current?.hits ?? []
  // One place needs no choice; of several the operator says which.
  const place = chosen ?? (hits.length === 1 ? hits[0]! : null)
  const type = (value: string, by_pin: Place | null) => {
    setText(value)
    setPin(by_pin)
    setChosen(null)
    setMistake(null)
  }
  const known = coordinates(alert) ? { latitude: alert.latitude!, longitude: alert.longitude! } : null
  const submit = () => {
    // A pin needs no look-up, which only names it; how exactly it was put by hand is not known.
    const at = pin ?? place
    if (!at) return setMistake(current?.problem ?? TEXTS.place_missing)
    const { latitude, longitude } = at
    save.mutate(
      {
        id: alert.id,
        latitude,
        longitude,
        accuracy: pin ? null : place!.accuracy,
        // One that came meanwhile stays.
        ...(landmark !== begun && { landmark: landmark.trim() }),
      },
      { onSuccess: onClose },
    )
  }
  const search = useRef<HTMLDivElement>(null)
  const choose = (hit: PlaceHit) => {
    setChosen(hit)
    setMistake(null)
    // Its button goes: from the field Enter sets the place.
    search.current?.querySelector('input')?.focus()
  }
  /** Up and down walk through the field and the places found; Enter on one chooses it. */
  const onArrow = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const stops = [...(search.current?.querySelectorAll<HTMLElement>('input, button') ?? [])]
    const next = step && stops[stops.indexOf(document.activeElement as HTMLElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const problem = mistake ?? current?.problem ?? (found.isError ? errorText(found.error, TEXTS.something_wrong) : null)
  return (
    <FormDialog
      title={known ? 'Correct the place' : 'Set the place'}
      submit="Set the place"
      busy={save.isPending}
      error={save.isError ? errorText(save.error, TEXTS.place_set_failed) : null}
      onCancel={onClose}
      onSubmit={submit}
    >
      <div ref={search} className="stack gap-m" onKeyDown={onArrow}>
        <TextField
          label="Place"
          marked
          autoComplete="off"
          maxLength={LIMITS.place_text}
          hint="A town or PIN code, coordinates, a link of a map, a DIGIPIN or a Plus Code"
          value={text}
          error={problem}
          onChange={(event) => type(event.target.value, null)}
        />
        <div className={`stack gap-xs ${styles.found}`} role="status" aria-label="Places found">
          {place ? (
            <p>
              <strong>{pin ? 'Pin' : KIND[place.kind]}:</strong> {place.words}
            </p>
          ) : (
            hits.map((hit) => (
              <Button key={`${hit.words} ${coordinates(hit)}`} onClick={() => choose(hit)}>
                {hit.words}
              </Button>
            ))
          )}
        </div>
      </div>
      <PinMap
        label="Place of the alert"
        value={place ?? pin ?? known}
        onChange={(at) => type(`${at.latitude.toFixed(5)}, ${at.longitude.toFixed(5)}`, at)}
      />
      <TextField
        label="Landmark"
        autoComplete="off"
        maxLength={LIMITS.landmark}
        hint="Road, shop, temple, kilometre stone: the driver reads it"
        value={landmark}
        onChange={(event) => setLandmark(event.target.value)}
      />
    </FormDialog>
  )
}
