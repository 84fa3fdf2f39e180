import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../scripts/source-files.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const rules = read('deploy/monitoring/alert-rules.yml')
const dashboard = read('deploy/monitoring/grafana/tvarit.json')
const operations = read('docs/operations.md')
const runbook = read('docs/runbook.md')

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found[1]!)
const names = all(rules, /- alert: (\w+)/g)

test('each rule says what to do, and leads to a part of the runbook', () => {
  const parts = all(runbook, /^## (.*)$/gm).map((heading) => heading.toLowerCase().replaceAll(' ', '-'))
  const said = all(rules, /description: ['"](.{15,})['"]\n\s+runbook_url: docs\/runbook\.md#\S+\n/g)
  expect(said).toHaveLength(names.length)
  const urls = all(rules, /runbook_url: docs\/runbook\.md#(\S+)/g)
  expect(urls.filter((part) => !parts.includes(part))).toEqual([])
})

test('every metric that a rule, the dashboard or a document names is one of the code', () => {
  const code = sourceFiles(/^(shared|server|worker)\/.*\.ts$/)
    .map(read)
    .join('\n')
  const known = new Set(all(code, /'(tvarit_[a-z0-9_]+)'/g))
  const base = (name: string) => (known.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''))
  for (const text of [rules, dashboard, operations + runbook]) {
    const named = all(text, /\b(tvarit_(?!app\b|app_\d\b)[a-z0-9_]+)/g)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !known.has(base(name)))).toEqual([])
  }
})

test('the dashboard has presses, alerts, messages, queues, database and processes', () => {
  const { panels } = JSON.parse(dashboard) as { panels: { title: string; type: string }[] }
  const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title)
  expect(rows).toEqual(['Presses', 'Alerts by age', 'Messages', 'Queues', 'Database', 'Processes'])
})
