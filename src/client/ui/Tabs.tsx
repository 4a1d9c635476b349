import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Tabs.module.css';

interface TabsProps<T extends string> {
  /** Names the row of tabs for assistive technology. */
  label: string;
  tabs: readonly { value: T; label: string; icon?: IconName; count?: number | undefined }[];
  value: T;
  onValueChange: (value: T) => void;
  /** A click on the active tab, where that leads back to its start. */
  onReselect?: (() => void) | undefined;
  /** small: a second row under the first. */
  size?: 'small' | 'medium';
  /** What the active tab shows. */
  children: ReactNode;
}

/** Tabs on a dashed lane that slides under the active one. Controlled. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onValueChange,
  onReselect,
  size = 'medium',
  children,
}: TabsProps<T>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next: T) => onValueChange(next)} data-size={size}>
      <BaseTabs.List className={styles.list} aria-label={label} activateOnFocus={false}>
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className={styles.tab}
            {...(tab.value === value && onReselect && { onClick: onReselect })}
          >
            {tab.icon && <Icon name={tab.icon} />}
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className={styles.lane} />
      </BaseTabs.List>
      <BaseTabs.Panel value={value} className={styles.panel} key={value}>
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
