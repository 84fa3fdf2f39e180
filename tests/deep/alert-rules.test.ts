import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RULE_CASES } from '../harness/alert-rule-cases.ts'

const folder = path.join(import.meta.dirname, '../../deploy/monitoring')
const rules = fs.readFileSync(path.join(folder, 'alert-rules.yml'), 'utf8')
const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)

const promtool = (...words: string[]) =>
  execFileSync('promtool', words, { encoding: 'utf8', stdio: 'pipe', cwd: folder })

test('each rule fires on its series and stays quiet on others, by promtool', () => {
  expect(Object.keys(RULE_CASES).toSorted()).toEqual(names.toSorted())
  const tests = Object.entries(RULE_CASES).flatMap(([name, { minutes = 10, ...cases }]) =>
    Object.entries(cases).map(([kind, series]) => ({
      name: `${name} ${kind}`,
      interval: '15s',
      input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
      promql_expr_test: [
        {
          expr: `count by (alertname) (ALERTS{alertname="${name}",alertstate="firing"})`,
          eval_time: `${minutes}m`,
          exp_samples: kind === 'fires' ? [{ labels: `{alertname="${name}"}`, value: 1 }] : [],
        },
      ],
    })),
  )
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-rules-'))
  onTestFinished(() => fs.rmSync(temporary, { recursive: true, force: true }))
  const file = path.join(temporary, 'rules.test.yml')
  fs.writeFileSync(
    file,
    JSON.stringify({ rule_files: [path.join(folder, 'alert-rules.yml')], evaluation_interval: '1m', tests }),
  )
  expect(promtool('test', 'rules', file)).toContain('SUCCESS')
})

test('promtool reads the configuration of Prometheus with its rules', () => {
  expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('SUCCESS')
  expect(promtool('check', 'rules', 'alert-rules.yml')).toContain(`${names.length} rules found`)
})
