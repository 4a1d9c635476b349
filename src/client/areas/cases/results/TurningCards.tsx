import { type CSSProperties, useEffect, useState } from 'react';
import { type PrizeGroup, prizeStacks } from '#/client/areas/cases/state/prizeGroups.ts';
import { TurningCard } from './TurningCard.tsx';
import styles from './TurningCards.module.css';
import { useIsSwapped } from './useCouponSwap.ts';

interface TurningCardsProps {
  groups: readonly PrizeGroup[];
  /** Number of rarities at the start of the list that lie face down. */
  hidden: number;
  /** Turns cards over without an animation. */
  isInstant: boolean;
  /** Number of cards that are rendered at once. Default: about the visible ones. */
  firstCards?: number;
}

/** The other cards are rendered in steps of this size. */
const NEXT_CARDS = 15;

/** A card for each prize, equal ones on one card; the cards of a rarity turn over one after another. */
export function TurningCards({ groups, hidden, isInstant, firstCards = 10 }: TurningCardsProps) {
  const isSwapped = useIsSwapped();
  const all = groups.flatMap(({ color, prizes }, rank) =>
    prizeStacks(prizes).map(({ first, prizes: equal }, at) => ({
      first,
      equal,
      color,
      at,
      isTurned: rank >= hidden,
    })),
  );
  const [cards, setCards] = useState(firstCards);
  useEffect(() => {
    if (cards >= all.length) return undefined;
    // not a transition: Chrome keeps the pictures of an abandoned render in memory
    const timer = setTimeout(() => setCards(cards + NEXT_CARDS));
    return () => clearTimeout(timer);
  }, [cards, all.length]);
  return (
    <ul className={styles.cards}>
      {all.slice(0, cards).map(({ first, equal, color, at, isTurned }) => (
        <li key={first.id} style={{ '--at': at } as CSSProperties} data-rarity={color}>
          <TurningCard
            prize={first}
            count={equal.length}
            swapped={equal.filter(isSwapped).length}
            isTurned={isTurned}
            isInstant={isInstant}
          />
        </li>
      ))}
    </ul>
  );
}
