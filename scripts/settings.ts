/** Prints each setting of the product with its default and its meaning; with words, those that have one of them in the name. */
import { settingsTable } from '@tvarit/shared/platform/settings/config'

const words = process.argv.slice(2).map((word) => word.toUpperCase())
for (const { name, default: value, meaning } of settingsTable()) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue
  console.log(`${name}${value && ` (${value})`}\n    ${meaning}`)
}
