import type { DeliveryStage } from '#/contract/deliveries.ts';

/** wait: it goes on by itself; hint: the player can do something; good, bad and quiet: it has ended, or stands still. */
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
  trouble: 'bad',
  callingOff: 'wait',
  calledOff: 'quiet',
  returned: 'quiet',
  takingBack: 'wait',
  takenBack: 'quiet',
};

/** Returns the tone in which a stage is shown. */
export const toneOf = (stage: DeliveryStage): StageTone => TONES[stage];
