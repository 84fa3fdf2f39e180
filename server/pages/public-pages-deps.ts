import type { Request } from 'express'
import type {
  AddDetailsInput,
  AlertProgress,
  RaiseAlertInput,
  RaiseAlertOutput,
  StickerView,
} from '@tvarit/shared/contracts/scan'
import type { DriverStepInput, DriverView, TrackView } from '@tvarit/shared/contracts/dispatch'
import type { HandoverPage } from '@tvarit/shared/contracts/handover'
import type { HandoverData } from '@tvarit/shared/domain/emergency/handover/open-handover'
import type { Brand } from './layout.ts'

/** What the public pages need from the rest: domain verbs and settings. */
export interface PublicPagesDeps {
  /** Null: no such sticker. */
  describeSticker(token: string): Promise<StickerView | null>
  /** Null: no such sticker. Must be idempotent by `scan_id`. */
  raiseAlert(token: string, input: RaiseAlertInput, req: Request): Promise<RaiseAlertOutput | null>
  /** Null: no such alert, or its link has expired. */
  readProgress(status_token: string, req: Request): Promise<AlertProgress | null>
  /** False: no such alert, or its link has expired. */
  addDetails(status_token: string, input: AddDetailsInput, req: Request): Promise<boolean>
  /** Null: no such drive, or it is over; nothing says which. */
  readDriverView(token: string, req: Request): Promise<DriverView | null>
  /** Null: as above. */
  stepDispatch(token: string, input: DriverStepInput, req: Request): Promise<DriverView | null>
  /** Null: no such link, or it has expired. */
  readTrack(token: string, req: Request): Promise<TrackView | null>
  /** Null: no such link, revoked, or it has expired; nothing says which. */
  readHandoverPage(token: string, req: Request): Promise<HandoverPage | null>
  /** Null: as above. Every call is noted. */
  openHandover(token: string, req: Request): Promise<HandoverData | null>
  brand: Brand
  /** Base of a relative `status_url`. */
  public_url: string
  /** Hears of the faults a visitor is spared. */
  onFault?: (fault: unknown) => void
}
