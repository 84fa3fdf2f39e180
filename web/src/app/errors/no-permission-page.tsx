import { MessagePage } from './message-page.tsx'

/** A page of another role. The sidebar beside it shows what there is for this one. */
export function NoPermissionPage() {
  return (
    <MessagePage title="You do not have permission to open this page.">
      <p>Use the sidebar to open your pages.</p>
    </MessagePage>
  )
}
