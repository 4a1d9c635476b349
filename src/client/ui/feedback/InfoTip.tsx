import { Tooltip } from '@base-ui/react/tooltip';
import { useId, useState } from 'react';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './InfoTip.module.css';

interface InfoTipProps {
  /** Label of the icon, such as "About the bonus". */
  label: string;
  text: string;
}

/** An icon with an explanation on hover, focus and tap. Escape or leaving closes it. */
export function InfoTip({ label, text }: InfoTipProps) {
  const [open, setOpen] = useState(false);
  const textId = useId();
  return (
    <Tooltip.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Tooltip.Trigger
        className={styles.sign}
        aria-label={label}
        aria-describedby={textId}
        delay={100}
        closeOnClick={false}
        // touch screens have no hover, and not all of them focus
        onClick={({ nativeEvent }) => {
          if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') setOpen(!open);
        }}
      >
        <Icon name="info" />
      </Tooltip.Trigger>
      {/* read with the icon, whether or not the popup is open */}
      <span id={textId} hidden>
        {text}
      </span>
      <Tooltip.Portal>
        <Tooltip.Positioner className={styles.positioner} side="top" sideOffset={8} collisionPadding={12}>
          <Tooltip.Popup className={`cut ${styles.popup}`} role="tooltip">
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
