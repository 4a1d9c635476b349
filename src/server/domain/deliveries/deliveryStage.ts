import type { DeliveryStage } from '#/contract/deliveries.ts';
import type { DeliveryRow } from './moveDelivery.ts';

/** State of a delivery and its server when a player looks. */
export type SeenDelivery = Pick<DeliveryRow, 'kind' | 'state' | 'outcome' | 'readyAt' | 'needsOnline'> & {
  isPrize: boolean;
  /** Whether it must not be given any more: its payment was refunded, or an operator called it off. */
  isCalledOff: boolean;
  /** Whether its payment was refunded. */
  isMoneyBack: boolean;
  /** Whether the game server has not asked for work for a while. */
  isServerSilent: boolean;
  /** Whether the server hands over to linked accounts only, and this one has no confirmed link. */
  isUnlinked: boolean;
  /** Whether it was written before a link that is still held (D16). */
  isHeld: boolean;
};

/** Returns the stage of a delivery that its player sees (D18). */
export function stageOf(seen: SeenDelivery): DeliveryStage {
  if (seen.kind === 'revoke') return revokeStage(seen);
  if (seen.isCalledOff && (seen.state === 'waiting' || seen.state === 'leased')) return 'callingOff';
  switch (seen.state) {
    case 'waiting':
      return waitingStage(seen);
    case 'leased':
      return seen.outcome === 'saving' ? 'saving' : 'handing';
    case 'done':
      return 'handed';
    case 'cancelling':
      // a refund called it off and has failed since: it stays, or is given again
      return seen.isCalledOff ? 'callingOff' : 'unclear';
    case 'cancelled':
      return cancelledStage(seen);
    case 'failed':
      return seen.outcome === 'rejected:no_character' ? 'noCharacter' : 'trouble';
    case 'unknown':
  }
  return 'unclear';
}

/** What an operator called off is taken back too, if it turns out to be given. */
function revokeStage({ state, isMoneyBack }: SeenDelivery): DeliveryStage {
  if (state === 'done') return isMoneyBack ? 'takenBack' : 'withdrawn';
  return isMoneyBack ? 'takingBack' : 'callingOff';
}

function cancelledStage({ isPrize, isMoneyBack, outcome }: SeenDelivery): DeliveryStage {
  if (!isPrize) return isMoneyBack ? 'calledOff' : 'withdrawn';
  return outcome?.startsWith('rejected:') ? 'refused' : 'returned';
}

function waitingStage({ outcome, readyAt, needsOnline, ...seen }: SeenDelivery): DeliveryStage {
  const { isServerSilent, isUnlinked, isHeld } = seen;
  if (isUnlinked) return 'unlinked';
  if (isHeld) return 'held';
  if (isServerSilent) return 'silent';
  if (outcome === 'retry:wrong_character') return 'otherCharacter';
  if (!readyAt) return needsOnline ? 'away' : 'silent';
  return outcome === 'retry:no_space' ? 'noSpace' : 'handing';
}

const FINAL: ReadonlySet<DeliveryStage> = new Set([
  'handed',
  'calledOff',
  'withdrawn',
  'returned',
  'refused',
  'takenBack',
]);

/** Whether the stage may still change. */
export const isOpenStage = (stage: DeliveryStage): boolean => !FINAL.has(stage);
