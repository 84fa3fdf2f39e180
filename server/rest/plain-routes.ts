import { detailAnswer } from '@tvarit/shared/contracts/errors'
import { bulkJobId } from '@tvarit/shared/contracts/bulk-jobs'
import { couponId, labelInput } from '@tvarit/shared/contracts/coupons'
import { driverPositionInput } from '@tvarit/shared/contracts/dispatch'
import type { Permission } from '@tvarit/shared/contracts/permissions'
import { raiseAlertInput, raiseAlertOutput, stickerView } from '@tvarit/shared/contracts/scan'
import { z } from 'zod'
import { CSV_ROUTES } from './csv-routes.ts'

/** A REST path that is no procedure: files, the bystander's thin routes, receipts, health. */
export interface PlainRoute {
  method: 'GET' | 'POST'
  path: string
  summary: string
  /** Left out: no login is needed. */
  permission?: Permission
  /** Path parameters, and the query of a GET or the JSON body of a POST, in one. */
  input?: z.ZodType
  status: 200 | 201
  /** JSON by this schema, or a file of this type. */
  output: z.ZodType | 'text/csv' | 'image/png' | 'application/pdf' | 'application/zip'
}

const token = z.object({ token: z.string() })

/**
 * The routes that are no procedures, for the OpenAPI document and for the test that calls every path in every role.
 * Each is mounted in the file of its name in this folder, those of CSV in `csv-files.ts`.
 */
export const PLAIN_ROUTES: readonly PlainRoute[] = [
  ...CSV_ROUTES.map(({ path, summary, permission, input }): PlainRoute => ({
    method: 'GET',
    path,
    summary,
    permission,
    input,
    status: 200,
    output: 'text/csv',
  })),
  {
    method: 'GET',
    path: '/api/qr/{id}/download/',
    summary: 'The QR code of a coupon as PNG',
    permission: 'coupons.read',
    input: couponId,
    status: 200,
    output: 'image/png',
  },
  {
    method: 'GET',
    path: '/api/qr/{id}/label/',
    summary: 'The label of a coupon as PDF, to be printed',
    permission: 'coupons.read',
    input: labelInput,
    status: 200,
    output: 'application/pdf',
  },
  {
    method: 'GET',
    path: '/api/qr/jobs/{id}/download/',
    summary: 'The ZIP of a completed bulk job',
    permission: 'bulk_jobs.manage',
    input: bulkJobId,
    status: 200,
    output: 'application/zip',
  },
  {
    method: 'GET',
    path: '/api/scan/{token}/',
    summary: 'What a bystander may know about a sticker',
    input: token,
    status: 200,
    output: stickerView,
  },
  {
    method: 'POST',
    path: '/api/scan/{token}/alerts/',
    summary: 'Raise an alert; the same scan_id is the same press',
    input: raiseAlertInput.extend(token.shape),
    status: 201,
    output: raiseAlertOutput,
  },
  {
    method: 'POST',
    path: '/api/drive/{token}/position/',
    summary: 'Where the ambulance is',
    input: driverPositionInput.extend(token.shape),
    status: 200,
    output: detailAnswer,
  },
  {
    method: 'GET',
    path: '/healthz',
    summary: 'This process is alive',
    status: 200,
    output: z.object({
      status: z.string(),
      pid: z.number(),
      instance: z.string().nullable(),
      version: z.string(),
      commit: z.string(),
      live_idle_ms: z.number(),
    }),
  },
  {
    method: 'GET',
    path: '/readyz',
    summary: 'This process can serve: the database is there and migrated',
    status: 200,
    output: z.object({ status: z.string() }),
  },
]
