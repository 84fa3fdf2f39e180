import { LegalPage } from './legal-page.tsx'

export default function RefundsPage() {
  return <LegalPage path="/refunds" part="refunds" />
}
