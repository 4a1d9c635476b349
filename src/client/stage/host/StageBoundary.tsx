import { Component, type ReactNode } from 'react';

interface StageBoundaryProps {
  /** Called once if the children cannot be shown. */
  onError: () => void;
  children: ReactNode;
}

/** Shows nothing once its children have failed: a broken scene or a chunk that did not load (R7). */
// React has error boundaries as classes only
export class StageBoundary extends Component<StageBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onError();
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
