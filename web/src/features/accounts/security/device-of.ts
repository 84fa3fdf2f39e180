/** 'Chrome on Android': enough to know one's own phone again. */
export function deviceOf(user_agent: string | null): string {
  const text = user_agent ?? ''
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)/.exec(text)?.[1]?.replace('Edg', 'Edge').replace('OPR', 'Opera')
  const system = /(Android|iPhone|iPad|Windows|Mac OS|Linux)/.exec(text)?.[1]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device')
}
