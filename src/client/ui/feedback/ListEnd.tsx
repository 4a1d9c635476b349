import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './ListEnd.module.css';

interface ListEndProps {
  /** more: there are more pages; complete: all are loaded. */
  state: 'more' | 'loading' | 'complete' | 'failed';
  onMore: () => void;
  moreLabel: string;
  loadingLabel: string;
  completeLabel: string;
  failedLabel: string;
  retryLabel: string;
}

/** The next page is requested when the end of the list is this far below the window. */
const AHEAD = '600px';

/**
 * The end of a list that loads page by page. It loads the next page when it comes near the window, or by its button
 * (C5).
 */
export function ListEnd({ state, onMore, ...labels }: ListEndProps) {
  const foot = useRef<HTMLDivElement>(null);
  const loadMore = useEffectEvent(onMore);
  useEffect(() => {
    if (state !== 'more' || !foot.current) return undefined;
    const observer = new IntersectionObserver(
      // a busy page gets several changes in one call, the oldest first
      (changes) => changes.some(({ isIntersecting }) => isIntersecting) && loadMore(),
      { rootMargin: AHEAD },
    );
    observer.observe(foot.current);
    return () => observer.disconnect();
  }, [state]);
  const buttonLabel =
    state === 'failed' ? labels.retryLabel : state === 'loading' ? labels.loadingLabel : labels.moreLabel;
  return (
    // gets the focus when its button is removed (E5)
    <div
      ref={foot}
      className={styles.end}
      data-state={state}
      aria-busy={state === 'loading' || undefined}
      tabIndex={-1}
    >
      {state === 'failed' && (
        <p role="alert" className={styles.failed}>
          <Icon name="warning" />
          {labels.failedLabel}
        </p>
      )}
      <output className={state === 'complete' ? undefined : 'unseen'}>
        {state === 'loading' && labels.loadingLabel}
        {state === 'complete' && labels.completeLabel}
      </output>
      {state !== 'complete' && (
        <Button
          variant="secondary"
          size="small"
          icon={state === 'failed' ? 'reload' : 'caretDown'}
          busy={state === 'loading'}
          onClick={onMore}
        >
          {buttonLabel}
        </Button>
      )}
    </div>
  );
}
