import { Component, type ReactNode } from 'react'

const AGAIN_AFTER_MS = 1_000

/** Shows its children again a moment after they broke. What broke beside them does not reach them. */
export class SelfHealing extends Component<{ children: ReactNode }, { broken: boolean }> {
  constructor(props: { children: ReactNode }) {
    super(props)
    this.state = { broken: false }
  }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override componentDidCatch(): void {
    setTimeout(() => this.setState({ broken: false }), AGAIN_AFTER_MS)
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children
  }
}
