import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { HazardTag } from '#/client/ui/display/HazardTag.tsx';
import { Icon, type IconName } from '#/client/ui/display/Icon.tsx';
import { showWhatIsHidden } from './showWhatIsHidden.ts';
import styles from './Tabs.module.css';

interface Tab<T extends string> {
  value: T;
  label: string;
  icon?: IconName;
  count?: number | string | undefined;
  /** Visible but not selectable. The owner of `value` must not select a disabled tab (S1). */
  disabled?: boolean | undefined;
  /** The reason in a word or two, such as "soon". */
  tag?: string | undefined;
}

interface TabsProps<T extends string> {
  /** Names the row of tabs for assistive technology. */
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onValueChange: (value: T) => void;
  /** Called for a click on the active tab, to return to the tab's start. */
  onReselect?: (() => void) | undefined;
  /** small: a second row under the first. */
  size?: 'small' | 'medium';
  /** Content of the active tab. */
  children: ReactNode;
}

/** Tabs on a dashed lane that slides under the active one; a row that is too long scrolls sideways. Controlled. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onValueChange,
  onReselect,
  size = 'medium',
  children,
}: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => (list.current ? showWhatIsHidden(list.current) : undefined), []);
  useEffect(() => {
    const row = list.current;
    const active = row?.querySelector<HTMLElement>(`[data-value="${CSS.escape(value)}"]`);
    if (!row || !active) return undefined;
    const show = () => (row.scrollLeft = active.offsetLeft - (row.clientWidth - active.offsetWidth) / 2);
    // a count that loads later makes its tab wider and moves the others; the observer also reports once at the start
    const sizes = new ResizeObserver(show);
    for (const tab of row.querySelectorAll('[role=tab]')) sizes.observe(tab);
    return () => sizes.disconnect();
  }, [value]);
  return (
    <BaseTabs.Root value={value} onValueChange={(next: T) => onValueChange(next)} data-size={size}>
      <BaseTabs.List ref={list} className={styles.list} aria-label={label} activateOnFocus={false}>
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            data-value={tab.value}
            disabled={tab.disabled ?? false}
            className={styles.tab}
            {...(tab.value === value && onReselect && { onClick: onReselect })}
          >
            {tab.icon && <Icon name={tab.icon} />}
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            {tab.tag && <HazardTag>{tab.tag}</HazardTag>}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className={styles.lane} />
      </BaseTabs.List>
      {/* the content takes the focus; a stop at the panel itself would cost an extra key press */}
      <BaseTabs.Panel value={value} className={styles.panel} key={value} tabIndex={-1}>
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
