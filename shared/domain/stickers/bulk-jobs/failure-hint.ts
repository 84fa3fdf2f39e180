/** What a noted error means for the admin. The first that fits counts. */
const HINTS: readonly [sign: RegExp, hint: string][] = [
  [
    /ENOSPC|EDQUOT|EFBIG|no space|disk full/i,
    'There is no room left for the file. Ask your operator to make room, then retry.',
  ],
  [
    /EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOENT|access.?denied|forbidden|invalid.?access|signature|no.?such.?bucket/i,
    'The file could not be stored. Ask your operator to look at the file storage, then retry.',
  ],
  [
    /ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|time.?out|timed out|socket|network|connect|terminated|unavailable/i,
    'Something the work needs could not be reached. Retry in a moment.',
  ],
]

/** Plain words for a failed job: what went wrong and what to do. The noted error itself is for support. */
export function failureHint(last_error: string | null): string {
  const known = HINTS.find(([sign]) => sign.test(last_error ?? ''))
  return known?.[1] ?? 'The job stopped unexpectedly. Retry it; if it fails again, tell your operator.'
}
