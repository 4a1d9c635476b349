import { Popover } from '@base-ui/react/popover';
import { useId, useState } from 'react';
import { Icon } from './Icon.tsx';
import styles from './InfoTip.module.css';

interface InfoTipProps {
  /** Names the sign, such as "About the bonus". */
  label: string;
  text: string;
}

/** A sign that explains: on hover, on focus and on a tap. Escape or leaving it closes it. */
export function InfoTip({ label, text }: InfoTipProps) {
  const [open, setOpen] = useState(false);
  const textId = useId();
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger
        className={styles.sign}
        aria-label={label}
        aria-describedby={textId}
        openOnHover
        delay={100}
        onFocus={(event) => setOpen(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setOpen(false)}
      >
        <Icon name="info" />
      </Popover.Trigger>
      {/* read with the sign, whether the popup is open or not */}
      <span id={textId} hidden>
        {text}
      </span>
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} side="top" sideOffset={8} collisionPadding={12}>
          <Popover.Popup
            className={`cut ${styles.popup}`}
            aria-label={label}
            initialFocus={false}
            finalFocus={false}
          >
            {text}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
