import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const WEB = path.join(import.meta.dirname, '../../web/src')
/** What is typed there is typed anew in seconds, and no secret is kept. */
const LOGIN = 'features/accounts/login/'
/** A search: what is typed there is nothing to keep. */
const PALETTE = 'app/palette/palette.tsx'

test('every form of the web client asks before it loses what was typed, or keeps it', () => {
  const forms = fs
    .globSync('**/*.tsx', { cwd: WEB })
    .filter((file) => !file.startsWith(LOGIN))
    .filter((file) => /<(Form|form)[\s>]/.test(fs.readFileSync(path.join(WEB, file), 'utf8')))
  const unguarded = forms.filter(
    (file) => !/use(Unsent|Draft)\(|openDraft/.test(fs.readFileSync(path.join(WEB, file), 'utf8')),
  )
  expect(forms).toContain('components/form-dialog.tsx')
  expect(unguarded).toEqual([])
})

test('no dialog of the web client has fields without the frame that guards them', () => {
  const dialogs = fs.globSync('**/*.tsx', { cwd: WEB }).filter((file) => {
    const text = fs.readFileSync(path.join(WEB, file), 'utf8')
    return (
      /<Modal[\s>]/.test(text) &&
      /<(Text(Area)?Field|DateField|SelectField|Input|TextArea|textarea|input|Select)[\s.>]/.test(text)
    )
  })
  expect(dialogs).toEqual([PALETTE])
})
