import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Puts key and certificate of `name` in the place of `file`, as a tool that renews them: mode 600, of another user. */
export async function makeCertificate(file: string, name: string): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-certificate-'))
  const [key, chain] = [path.join(folder, 'key.pem'), path.join(folder, 'chain.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`]
  await run('openssl', [...request, '-keyout', key, '-out', chain])
  fs.writeFileSync(`${file}.new`, Buffer.concat([fs.readFileSync(key), fs.readFileSync(chain)]), { mode: 0o600 })
  fs.chownSync(`${file}.new`, 1234, 1234)
  fs.renameSync(`${file}.new`, file)
  fs.rmSync(folder, { recursive: true })
}

/** Whose certificate a port of this machine serves; undefined while it serves none. */
export const servedName = (port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.end()
    })
    socket.on('error', () => resolve(undefined))
  })
