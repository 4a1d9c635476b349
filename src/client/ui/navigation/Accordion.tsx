import { Accordion as Base } from '@base-ui/react/accordion';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { tuning } from '#/client/platform/theme/tuning.ts';
import styles from './Accordion.module.css';
import { Icon } from '#/client/ui/display/Icon.tsx';

interface AccordionProps {
  items: readonly { value: string; title: string; content: ReactNode }[];
  /** Heading level of the titles. */
  heading?: 'h2' | 'h3' | 'h4';
  /** Item that is open initially. */
  defaultValue?: string | undefined;
}

/** One item is open at a time: the open one closes first, then the chosen one opens (L8). */
export function Accordion({ items, heading: Heading = 'h3', defaultValue }: AccordionProps) {
  const [open, setOpen] = useState<string[]>(defaultValue === undefined ? [] : [defaultValue]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const choose = (next: string[]) => {
    const isClosing = timer.current !== undefined || open.length > 0;
    clearTimeout(timer.current);
    timer.current = undefined;
    const added = next.filter((value) => !open.includes(value));
    if (added.length === 0 || !isClosing) return setOpen(next);
    setOpen([]);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setOpen(added);
    }, tuning.dom.accordionDelayMs);
  };
  return (
    <Base.Root multiple={false} value={open} onValueChange={choose} className={styles.accordion}>
      {items.map(({ value, title, content }) => (
        <Base.Item key={value} value={value} className={`cut ${styles.item}`}>
          <Base.Header render={<Heading />} className={styles.header}>
            <Base.Trigger className={styles.trigger}>
              {title}
              <Icon name="caretDown" className={styles.caret} />
            </Base.Trigger>
          </Base.Header>
          <Base.Panel className={styles.panel}>
            <div className={styles.content}>{content}</div>
          </Base.Panel>
        </Base.Item>
      ))}
    </Base.Root>
  );
}
