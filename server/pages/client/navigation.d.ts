export function navigation(place: { latitude: number | null; longitude: number | null }): string
