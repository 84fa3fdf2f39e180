import { StyleProvider } from '@ant-design/cssinjs'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { useDesk } from '../lib/use-width.ts'
import { queryClient } from '../lib/trpc-query.ts'
import styles from './office-shell.module.css'
import { antdTheme } from './theme/antd-theme.ts'
import { nonceStyles } from './theme/nonce-styles.ts'
import { useShade } from './theme/theme-store.ts'

/** The server puts one nonce per page into the meta tag; the browser hides it from everything but this property. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce
if (nonce) nonceStyles(nonce)

/** A dialog begins just below the top; its title ends before the cross. */
const DIALOG = {
  style: { top: '3vh', paddingBottom: 0 },
  classNames: { container: styles.box!, body: styles.content!, footer: `row end gap-s ${styles.foot}` },
  styles: { header: { paddingInlineEnd: '1.5rem' } },
}

/** The mark of a required field stands behind its label. */
const FORM = {
  requiredMark: (label: ReactNode, { required }: { required: boolean }) => (
    <>
      {label}
      {required ? (
        <span className="red" aria-hidden="true">
          {'\u00a0*'}
        </span>
      ) : null}
    </>
  ),
}

/** What the components of the back office need around them, in each React root that shows some. */
export function OfficeProviders({ children }: { children: ReactNode }) {
  return (
    <StyleProvider layer>
      <ConfigProvider
        theme={antdTheme(useShade(), useDesk())}
        csp={nonce ? { nonce } : undefined}
        button={{ autoInsertSpace: false }}
        modal={DIALOG}
        form={FORM}
      >
        <App message={{ top: 16, maxCount: 4 }}>
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </App>
      </ConfigProvider>
    </StyleProvider>
  )
}
