import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Boundary } from '../../../components/boundary.tsx'
import { flashTitle } from '../../../lib/document-title.ts'
import { reconnectNow, startLive } from '../live/live-connection.ts'
import { onArrival, useLive } from '../live/live-store.ts'
import { useLiveQueries } from '../live/use-live-queries.ts'
import { toast } from '../../../lib/toasts.ts'
import { isUnclaimed, personName, realFirst } from '../alert-facts.ts'
import { useWall } from '../use-wall.ts'
import { useBarPlace } from './bar-place.ts'
import { EnableSoundRow } from './enable-sound-row.tsx'
import { NewAlertBar } from './new-alert-bar.tsx'
import { armSound, chime, type SirenLevel, sound, useArmed } from './siren.ts'
import { useArming } from './use-arming.ts'
import { useConsoleReport } from './use-console-report.ts'
import { useClearBadge } from '../../accounts/push/use-clear-badge.ts'
import { useOpenFromPush } from '../../accounts/push/use-open-from-push.ts'
import { useDesktopNotification } from './use-desktop-notification.ts'
import { useAlertPage, useOpenedAlert } from './use-opened-alert.ts'
import { type Ringing, useRinging } from './use-ringing.ts'
import { StaffNotReached, useStaffNotReached } from './staff-not-reached.tsx'
import { useRoomForBar } from './use-room-for-bar.ts'
import { useSirenLeader } from './use-siren-leader.ts'
import styles from './watch.module.css'
import { WatchButton } from './watch-button.tsx'

/** The global alert widget: on every page of admin and staff it keeps the connection, the siren and the bar. */
export default function AlertWatch() {
  return (
    <>
      <Boundary fallback={null} again_after_ms={1_000}>
        <Siren />
      </Boundary>
      <Boundary fallback={null} again_after_ms={1_000}>
        <AlertBar />
      </Boundary>
    </>
  )
}

/** Connection and siren draw nothing, so nothing that is drawn can break them. */
function Siren() {
  useEffect(startLive, [])
  useLiveQueries()
  useArming()
  const armed = useArmed()
  const leader = useSirenLeader(armed)
  const { channel, cards } = useLive()
  const open = channel === 'open'
  const ringing = useRinging()
  useConsoleReport(armed, open)
  useDesktopNotification()
  useOpenFromPush()
  useClearBadge(open && ![...cards.values()].some(isUnclaimed))
  useOpenedAlert(ringing)

  const not_reached = useStaffNotReached().length > 0
  const level = leader ? (sirenLevel(ringing) ?? (not_reached ? 'urgent' : null)) : null
  useEffect(() => sound(level), [level])
  useEffect(() => () => sound(null), [])

  const calling = realFirst(ringing)
  const title = calling[0] ? `(${calling.length}) ${calling[0].card.drill ? 'DRILL' : 'NEW ALERT'}` : null
  useEffect(() => {
    flashTitle(title)
    return () => flashTitle(null)
  }, [title])

  useEffect(
    () =>
      onArrival((card) => {
        toast.info(`${arrivalText(card)}: ${personName(card)}`, {
          key: card.drill ? 'new-drill' : 'new-alert',
          seconds: 5,
        })
      }),
    [],
  )
  return null
}

/** In its place in the layout; above everything while an error screen has taken the layout away. */
function AlertBar() {
  const armed = useArmed()
  const asking = useSoundQuestion(armed)
  const open = useLive().channel === 'open'
  const ringing = useRinging()
  const not_reached = useStaffNotReached()
  const opened = useAlertPage()
  const wall = useWall()
  const place = useBarPlace()
  const bar = useRoomForBar(wall, place)
  const onButton = () => {
    reconnectNow()
    if (!armed) asking.ask()
  }
  const onEnable = () => {
    asking.close()
    void armSound().then((running) => {
      if (running) chime()
      else toast.error('This browser did not allow sound. Check its sound settings for this site.')
    })
  }
  const drawn = (
    <>
      {/* Phones can install the office: push on an iPhone needs that. */}
      <link rel="manifest" href="/manifest.webmanifest" />
      <div ref={bar} className={styles.bar}>
        <StaffNotReached failed={not_reached} />
        <NewAlertBar ringing={ringing.filter(({ card, holder }) => holder || card.id !== opened)} />
        {asking.open ? <EnableSoundRow onLater={asking.close} onEnable={onEnable} /> : null}
      </div>
      <WatchButton active={open && armed} wall={wall || !place} onClick={onButton} />
    </>
  )
  return place ? createPortal(drawn, place) : drawn
}

/** The most pressing alert decides how it sounds; a drill only when nothing else rings. */
function sirenLevel(ringing: readonly Ringing[]): SirenLevel | null {
  if (ringing.length === 0) return null
  if (ringing.every(({ card }) => card.drill)) return 'drill'
  const highest = Math.max(...ringing.map(({ level }) => level))
  return highest >= 2 ? 'alarm' : highest === 1 ? 'urgent' : 'normal'
}

function arrivalText(card: AlertCard): string {
  if (card.drill) return 'A drill, no emergency'
  return card.verify_by_phone ? 'New alert, verify by phone' : 'New emergency alert'
}

/** Asks for sound once per page load when the browser did not grant it on its own; later only on request. */
function useSoundQuestion(armed: boolean) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    // A moment's grace: right after a login the browser arms the sound without being asked.
    const timer = setTimeout(() => setOpen(true), 800)
    return () => clearTimeout(timer)
  }, [])
  const [asked, setAsked] = useState(false)
  return {
    open: open && !asked && !armed,
    close: () => setAsked(true),
    ask: () => {
      setOpen(true)
      setAsked(false)
    },
  }
}
