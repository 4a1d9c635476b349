import type { DeliveryStage } from '#/contract/deliveries.ts';

/** wait: continues without the player; hint: the player can do something; good, bad and quiet: ended or blocked. */
export type StageTone = 'wait' | 'hint' | 'good' | 'bad' | 'quiet';

const TONES: Record<DeliveryStage, StageTone> = {
  unlinked: 'hint',
  held: 'hint',
  away: 'hint',
  silent: 'wait',
  otherCharacter: 'hint',
  noSpace: 'hint',
  handing: 'wait',
  saving: 'wait',
  handed: 'good',
  noCharacter: 'bad',
  trouble: 'bad',
  unclear: 'wait',
  callingOff: 'wait',
  calledOff: 'quiet',
  withdrawn: 'quiet',
  returned: 'quiet',
  refused: 'hint',
  takingBack: 'wait',
  takenBack: 'quiet',
};

/** wait: the player gets it; trouble: the game has not given it, and an operator decides; withheld: it was called off. */
export type StageConcern = 'wait' | 'trouble' | 'withheld';

const CONCERNS: Partial<Record<DeliveryStage, StageConcern>> = {
  unlinked: 'wait',
  held: 'wait',
  away: 'wait',
  silent: 'wait',
  otherCharacter: 'wait',
  noSpace: 'wait',
  handing: 'wait',
  saving: 'wait',
  noCharacter: 'trouble',
  trouble: 'trouble',
  unclear: 'trouble',
  callingOff: 'withheld',
  withdrawn: 'withheld',
};

/** Counts the deliveries of each concern. Given, refunded and taken back deliveries are not counted. */
export function concernsOf(deliveries: readonly { stage: DeliveryStage }[]): Record<StageConcern, number> {
  const counts = { wait: 0, trouble: 0, withheld: 0 };
  for (const { stage } of deliveries) {
    const concern = CONCERNS[stage];
    if (concern) counts[concern] += 1;
  }
  return counts;
}

/** Returns the tone of a stage. */
export const toneOf = (stage: DeliveryStage): StageTone => TONES[stage];
