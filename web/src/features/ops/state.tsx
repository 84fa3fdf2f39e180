import { formatAge } from '@tvarit/shared/contracts/format-age'
import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Card, Facts } from '../../components/card.tsx'
import { mapSettings } from '../../components/map/map-settings.ts'
import { Notice } from '../../components/notice.tsx'
import { RedPill } from '../../components/pill.tsx'
import { formatDateTime } from '../../lib/dates.ts'

/** From here on a scan is late: the same as in deploy/monitoring/alert-rules.yml. */
const LATE_SCAN_SECONDS = 900

const NO_STREETS =
  'None: maps show land, rivers and towns. Put an extract of OpenStreetMap into the file store with npm run map:fetch, set MAP_PMTILES to its name and start the servers again; docs/stores.md has each step.'

/** Who is connected and whether the last synthetic scan worked, under what nobody may overlook. */
export function State({ overview }: { overview: OpsOverview }) {
  const { audit_broken: broken, processes } = overview
  return (
    <>
      {broken ? (
        <Notice tone="error">
          {`A person changed the audit log behind the product. Entries ${broken.first_id} to ${broken.last_id}: ${broken.reason} Keep the database and the logs as they are, and tell the person who runs them.`}
        </Notice>
      ) : null}
      {processes.some(({ kind, lives }) => kind === 'worker' && lives) ? null : (
        <Notice tone="error">{TEXTS.ops_no_worker}</Notice>
      )}
      <Card title="State">
        <Facts
          of={{
            Consoles: consoles(overview),
            'Last synthetic scan': lastScan(overview),
            'Streets on maps': mapSettings.pmtiles || mapSettings.tiles ? 'Shown' : NO_STREETS,
          }}
        />
      </Card>
    </>
  )
}

const consoles = ({ consoles_open, consoles_armed }: OpsOverview) => (
  <>
    {`${consoles_open} open, ${consoles_armed} would be heard`}{' '}
    {consoles_armed === 0 ? <RedPill next="Open QR Alerts on a console and press Enable.">Nobody hears</RedPill> : null}
  </>
)

function lastScan({ scan, scan_minutes, now }: OpsOverview) {
  if (!scan) return scan_minutes > 0 ? TEXTS.ops_no_scan_yet(scan_minutes) : TEXTS.ops_scans_off
  const age = (Date.parse(now) - Date.parse(scan.started_at)) / 1000
  // Late is also measured by how often it is scanned here.
  const late = scan_minutes > 0 && age > Math.max(LATE_SCAN_SECONDS, scan_minutes * 120)
  const result = scan.ok ? `${(scan.total_ms / 1000).toFixed(1)} s` : `stage “${scan.failed_stage}”: ${scan.reason}`
  return (
    <>
      {`${formatDateTime(scan.started_at)}, ${result}`}{' '}
      {scan.ok ? null : <RedPill next="The runbook says what to look at for each stage.">Failed</RedPill>}{' '}
      {late ? (
        <RedPill next="A worker makes them: see Processes and start one.">{`${formatAge(age)} ago`}</RedPill>
      ) : null}
    </>
  )
}
