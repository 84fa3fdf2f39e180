import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** Shown in place of what broke. */
  fallback: ReactNode
  /** Milliseconds after which the children are shown again; left out, they stay away. */
  again_after_ms?: number
}

/** What breaks inside does not reach what stands beside it. */
export class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  constructor(props: BoundaryProps) {
    super(props)
    this.state = { broken: false }
  }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override componentDidCatch(): void {
    const { again_after_ms } = this.props
    if (again_after_ms !== undefined) setTimeout(() => this.setState({ broken: false }), again_after_ms)
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}
