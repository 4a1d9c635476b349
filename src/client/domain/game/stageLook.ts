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

/** Returns the tone of a stage. */
export const toneOf = (stage: DeliveryStage): StageTone => TONES[stage];
