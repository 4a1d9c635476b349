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
  /** Renders and turns all cards at once. By default a few in each frame, because many take longer than a frame has. */
  isWhole?: boolean;
}

/** Number of cards that are rendered, or turn over, in the same frame. */
const STEP_CARDS = 8;

/** A card for each prize, equal ones on one card; the cards of a rarity turn over one after another. */
export function TurningCards({ groups, hidden, isInstant, isWhole = false }: TurningCardsProps) {
  const isSwapped = useIsSwapped();
  const all = groups.flatMap(({ color, prizes }, rank) =>
    prizeStacks(prizes).map(({ first, prizes: equal }, at) => ({ first, equal, color, rank, at })),
  );
  const toTurn = all.filter(({ rank }) => rank >= hidden).length;
  // not in a transition, because Chrome keeps the pictures of an abandoned render in memory
  const rendered = useSteps(all.length, STEP_CARDS);
  const turned = useSteps(toTurn, toTurn);
  // the sums come soon after the player has asked to see everything, and no card may turn after them
  const faceUp = isWhole || isInstant ? toTurn : turned;
  /** Where a card stands in the order of turning, from 0. The last rarity of the list turns first. */
  const placeInTurn = (rank: number, at: number) => all.filter((card) => card.rank > rank).length + at;
  return (
    <ul className={styles.cards} data-instant={isInstant || undefined}>
      {all.slice(0, isWhole ? all.length : rendered).map(({ first, equal, color, rank, at }) => (
        <li key={first.id} style={{ '--at': at } as CSSProperties} data-rarity={color}>
          <TurningCard
            prize={first}
            count={equal.length}
            swapped={equal.filter(isSwapped).length}
            isTurned={placeInTurn(rank, at) < faceUp}
          />
        </li>
      ))}
    </ul>
  );
}

/** A count that begins at `first` and grows by `STEP_CARDS` in each frame until it reaches `goal`. */
function useSteps(goal: number, first: number): number {
  const [count, setCount] = useState(first);
  useEffect(() => {
    if (count >= goal) return undefined;
    const frame = requestAnimationFrame(() => setCount(count + STEP_CARDS));
    return () => cancelAnimationFrame(frame);
  }, [count, goal]);
  return Math.min(count, goal);
}
