import { type ReactNode, useEffect, useState } from 'react';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import type { IconName } from '#/client/ui/display/Icon.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import styles from './PayBar.module.css';

interface PayBarProps {
  /** Id of the form that the button submits. */
  formId: string;
  totalLabel: string;
  total: ReactNode;
  /** What comes on top, such as bonus coins. */
  bonus?: ReactNode;
  isPending: boolean;
  disabled: boolean;
  /** Icon of the button. For short texts only: icon and text must fit beside the total. */
  icon?: IconName;
  /** Text of the button. */
  children: ReactNode;
}

/**
 * The total and the button of a form at the lower end of a phone's screen, while the form's own button is further down
 * (S22). A wide screen shows the whole form and has no bar, and neither has a preview, whose own bar is there.
 */
export function PayBar({
  formId,
  totalLabel,
  total,
  bonus,
  isPending,
  disabled,
  icon,
  children,
}: PayBarProps) {
  const isShown = useIsAhead(formId);
  if (pageConfig.preview) return null;
  return (
    <fieldset className={styles.bar} aria-label={totalLabel} data-shown={isShown || undefined}>
      <p className={styles.sum}>
        <b>{total}</b>
        {bonus && <span>{bonus}</span>}
      </p>
      <Button type="submit" form={formId} icon={icon} busy={isPending} disabled={disabled}>
        {children}
      </Button>
    </fieldset>
  );
}

/** Whether the button that submits the form is below the screen. */
function useIsAhead(formId: string): boolean {
  const [isAhead, setIsAhead] = useState(false);
  useEffect(() => {
    const button = document.querySelector(`#${CSS.escape(formId)} button[type=submit]`);
    if (!button) return undefined;
    const watcher = new IntersectionObserver((changes) => {
      // a busy page gets several changes in one call, the oldest first
      const entry = changes.at(-1);
      if (entry) setIsAhead(!entry.isIntersecting && entry.boundingClientRect.top > 0);
    });
    watcher.observe(button);
    return () => watcher.disconnect();
  }, [formId]);
  return isAhead;
}
