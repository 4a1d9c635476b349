import type { Ref } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './ListEnd.module.css';
import { Spinner } from './Spinner.tsx';

interface ListEndProps {
  /** more: there is more to load; complete: that was all. */
  state: 'more' | 'loading' | 'complete' | 'failed';
  onMore: () => void;
  moreLabel: string;
  loadingLabel: string;
  completeLabel: string;
  failedLabel: string;
  retryLabel: string;
  /** What comes into sight when the list should load by itself. */
  ref?: Ref<HTMLDivElement> | undefined;
}

/** The foot of a list that loads page by page (C5). */
export function ListEnd({ state, onMore, ref, ...labels }: ListEndProps) {
  return (
    <div ref={ref} className={styles.end} data-state={state} aria-busy={state === 'loading' || undefined}>
      {state === 'failed' && (
        <p role="alert" className={styles.failed}>
          <Icon name="warning" />
          {labels.failedLabel}
        </p>
      )}
      <output className={styles.said}>
        {state === 'loading' && (
          <>
            <Spinner />
            {labels.loadingLabel}
          </>
        )}
        {state === 'complete' && labels.completeLabel}
      </output>
      {(state === 'more' || state === 'failed') && (
        <Button
          variant="secondary"
          size="small"
          icon={state === 'failed' ? 'reload' : 'caretDown'}
          onClick={onMore}
        >
          {state === 'failed' ? labels.retryLabel : labels.moreLabel}
        </Button>
      )}
    </div>
  );
}
