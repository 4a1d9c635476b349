import { useCallback, useSyncExternalStore } from 'react';
import type { RouletteItem } from '#/client/stage/roulette/rouletteItem.ts';
import type { SpinDriver } from '#/client/stage/roulette/spin/spinDriver.ts';
import styles from './ReelStack.module.css';

interface RowPrizeProps {
  driver: SpinDriver;
  items: readonly RouletteItem[];
  isPrize: boolean;
}

/** The name of the prize on which a row has landed. Before that there is none, in the document either. */
export function RowPrize({ driver, items, isPrize }: RowPrizeProps) {
  const subscribe = useCallback((listener: () => void) => driver.subscribe(listener), [driver]);
  const index = useSyncExternalStore(subscribe, driver.restedIndex);
  const item = index < 0 || !isPrize ? undefined : items[driver.itemAt(index)];
  return (
    <div className={styles.prize} data-rarity={item?.color} data-winner={item?.id}>
      {item && (
        <span className={styles.name}>
          <b>{item.name}</b>
          <span>{item.rarityLabel}</span>
        </span>
      )}
    </div>
  );
}
