import { describe, expect, test } from 'vitest';
import { DELIVERY_STAGES } from '#/contract/deliveries.ts';
import { isOpenStage, type SeenDelivery, stageOf } from '#/server/domain/deliveries/deliveryStage.ts';

const GIVE: SeenDelivery = {
  kind: 'give',
  state: 'waiting',
  outcome: null,
  readyAt: new Date(),
  needsOnline: true,
  isPrize: false,
  isCalledOff: false,
  isMoneyBack: false,
  isServerSilent: false,
  isUnlinked: false,
  isHeld: false,
};

describe('D18 the stage of a delivery for its player', () => {
  test.each<[Partial<SeenDelivery>, ReturnType<typeof stageOf>]>([
    [{}, 'handing'],
    [{ isUnlinked: true, isServerSilent: true }, 'unlinked'],
    [{ isHeld: true }, 'held'],
    [{ isHeld: true, state: 'leased' }, 'handing'],
    [{ readyAt: null }, 'away'],
    [{ readyAt: null, isServerSilent: true }, 'silent'],
    [{ readyAt: null, needsOnline: false }, 'silent'],
    [{ outcome: 'retry:no_space' }, 'noSpace'],
    [{ outcome: 'retry:no_space', readyAt: null }, 'away'],
    [{ outcome: 'retry:wrong_character' }, 'otherCharacter'],
    [{ outcome: 'retry:busy' }, 'handing'],
    [{ isCalledOff: true }, 'callingOff'],
    [{ isCalledOff: true, state: 'leased' }, 'callingOff'],
    [{ isCalledOff: true, state: 'done' }, 'handed'],
    [{ state: 'leased' }, 'handing'],
    [{ state: 'leased', isServerSilent: true }, 'handing'],
    [{ state: 'leased', outcome: 'saving' }, 'saving'],
    [{ state: 'done' }, 'handed'],
    [{ state: 'failed' }, 'trouble'],
    [{ state: 'failed', outcome: 'rejected:no_character' }, 'noCharacter'],
    [{ state: 'unknown' }, 'unclear'],
    [{ state: 'cancelling', isCalledOff: true }, 'callingOff'],
    [{ state: 'cancelling' }, 'unclear'],
    [{ state: 'cancelled' }, 'withdrawn'],
    [{ state: 'cancelled', isMoneyBack: true }, 'calledOff'],
    [{ state: 'cancelled', isPrize: true }, 'returned'],
    [{ state: 'cancelled', isPrize: true, isMoneyBack: true }, 'returned'],
    [{ state: 'cancelled', isPrize: true, outcome: 'rejected:failed' }, 'refused'],
    [{ state: 'cancelled', isPrize: true, outcome: 'retry:offline' }, 'returned'],
    [{ kind: 'revoke', isMoneyBack: true }, 'takingBack'],
    [{ kind: 'revoke', isMoneyBack: true, state: 'failed' }, 'takingBack'],
    [{ kind: 'revoke', isMoneyBack: true, state: 'done' }, 'takenBack'],
    [{ kind: 'revoke' }, 'callingOff'],
    [{ kind: 'revoke', state: 'done' }, 'withdrawn'],
  ])('%j is %s', (changes, stage) => {
    expect(stageOf({ ...GIVE, ...changes })).toBe(stage);
  });

  test('only what has ended is not asked for again', () => {
    const final = DELIVERY_STAGES.filter((stage) => !isOpenStage(stage));
    expect(final).toEqual(['handed', 'calledOff', 'withdrawn', 'returned', 'refused', 'takenBack']);
  });
});
