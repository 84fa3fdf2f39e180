/** A place in an S3 bucket. */
export interface S3Place {
  bucket: string
  /** In front of every key: empty, or ends with a slash. */
  prefix: string
  region: string
  /** Another server than Amazon's. */
  endpoint?: string
}

const SHAPE = 's3://bucket/optional-prefix?region=ap-south-1'

/**
 * Reads `s3://bucket/prefix?region=…&endpoint=…`. Throws an Error that names the mistake and never quotes the address,
 * which may hold a secret.
 */
export function readS3Place(address: string): S3Place {
  if (!address.startsWith('s3://') || !URL.canParse(address)) throw new Error(`must look like ${SHAPE}`)
  const url = new URL(address)
  const parameters = url.searchParams
  const unknown = [...parameters.keys()].some((name) => name !== 'region' && name !== 'endpoint')
  if (url.username || url.password || unknown) {
    throw new Error(
      'knows only region and endpoint; credentials do not belong into it but into AWS_ACCESS_KEY_ID and ' +
        'AWS_SECRET_ACCESS_KEY, or come from the machine',
    )
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) || url.port) {
    throw new Error(`needs the name of a bucket (3 to 63 small letters, digits, dots, hyphens): ${SHAPE}`)
  }
  const folders = url.pathname.split('/').filter(Boolean)
  if (folders.some((folder) => !/^[\w-][\w.-]*$/.test(folder)) || url.hash) {
    throw new Error('the prefix may have letters, digits, dots, hyphens, underscores and slashes')
  }
  const endpoint = parameters.get('endpoint')
  const region = parameters.get('region')
  if (endpoint !== null && !isPlainHttp(endpoint)) throw new Error('endpoint must be an http or https address')
  // Other servers have no regions but want one named.
  if (!region && !endpoint) throw new Error(`needs the region of the bucket: ${SHAPE}`)
  return {
    bucket: url.hostname,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: region || 'us-east-1',
    ...(endpoint ? { endpoint } : {}),
  }
}

function isPlainHttp(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return (protocol === 'http:' || protocol === 'https:') && !username && !password
}
