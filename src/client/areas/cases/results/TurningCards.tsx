import { type CSSProperties, useEffect, useState } from 'react';
import type { PrizeGroup } from '#/client/areas/cases/state/prizeGroups.ts';
import { TurningCard } from './TurningCard.tsx';
import styles from './TurningCards.module.css';
import { useIsSwapped } from './useCouponSwap.ts';

interface TurningCardsProps {
  groups: readonly PrizeGroup[];
  /** So many of the first rarities lie face down. */
  hidden: number;
  /** They are turned over without the turn itself. */
  isInstant: boolean;
  /** Cards that come at once: by default about what is seen of the grid. */
  firstCards?: number;
}

/** The others come a few at a time. */
const NEXT_CARDS = 15;

/** A card for each prize; the cards of a rarity turn over one after another. */
export function TurningCards({ groups, hidden, isInstant, firstCards = 10 }: TurningCardsProps) {
  const isSwapped = useIsSwapped();
  const all = groups.flatMap(({ color, prizes }, rank) =>
    prizes.map((prize, at) => ({ prize, color, at, isTurned: rank >= hidden })),
  );
  const [cards, setCards] = useState(firstCards);
  useEffect(() => {
    if (cards >= all.length) return undefined;
    // not a transition: pictures made for a render that is given up stay in Chrome's memory, and all that made them
    const timer = setTimeout(() => setCards(cards + NEXT_CARDS));
    return () => clearTimeout(timer);
  }, [cards, all.length]);
  return (
    <ul className={styles.cards}>
      {all.slice(0, cards).map(({ prize, color, at, isTurned }) => (
        <li key={prize.id} style={{ '--at': at } as CSSProperties} data-rarity={color}>
          <TurningCard prize={prize} isTurned={isTurned} isInstant={isInstant} isSwapped={isSwapped(prize)} />
        </li>
      ))}
    </ul>
  );
}
