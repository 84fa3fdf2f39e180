import { Button } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router'

interface LinkButtonProps {
  to: string
  primary?: boolean
  /** What it says to a screen reader where the word alone is not enough. */
  label?: string
  children: string
}

/** A link that looks like a button: it goes somewhere, can be opened in a new tab and says so to a screen reader. */
export function LinkButton({ to, primary, label, children }: LinkButtonProps) {
  const onClick = useLinkClickHandler(to)
  return (
    <Button
      href={useHref(to)}
      type={primary ? 'primary' : 'default'}
      aria-label={label}
      onClick={(event) => onClick(event as React.MouseEvent<HTMLAnchorElement>)}
    >
      {children}
    </Button>
  )
}
