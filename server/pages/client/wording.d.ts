export function fill(text: string, values: Record<string, string | number>): string
export function clockTime(moment: string | number): string
export function distanceText(texts: { metres: string; kilometres: string }, accuracy: number): string
export function plateText(number: string): string
