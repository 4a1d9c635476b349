import { expireOrders } from '#/server/domain/orders/expireOrders.ts';
import { JOBS } from '#/server/jobs/jobs.ts';
import { demoPlayer } from '../demoPlayer.ts';
import { buy } from './buy.ts';
import { CARES } from './care.ts';
import { disputePayment, refund, winDisputeOf } from './moneyBack.ts';
import type { Past } from './past.ts';
import { demoPerson, type Person } from './people.ts';
import type { Act, Player } from './plan.ts';
import { linkCharacter, play } from './play.ts';
import { beginPromotion } from './promotion.ts';
import { sampleHours } from './sampleHours.ts';
import { signUpPerson } from './signUpPerson.ts';
import { hireColleagues } from './staff.ts';
import { makeTrouble, payElsewhere } from './trouble.ts';
import { visit } from './visit.ts';

/** Jobs whose effects have a date. Other jobs run in the present. */
const NIGHTLY = new Set(['remindUnconfirmed', 'removeUnconfirmed', 'releaseCashBacks', 'rewardMilestones']);

/** Runs a step at its moment. */
export function takeStep(
  past: Past,
  act: Act,
  { people, promotionEndsAt }: { people: readonly Person[]; promotionEndsAt: Date },
): Promise<void> {
  const person = (player: Player) => (player === 'demo' ? demoPerson : people[player]!);
  switch (act.kind) {
    case 'begin':
      return hireColleagues(past);
    case 'promotion':
      return beginPromotion(past, promotionEndsAt);
    case 'stranger':
      return payElsewhere(past);
    case 'night':
      return nightly(past, act.hours);
    case 'end':
      return sampleHours(past, act.hours);
    case 'signUp': {
      const inviter =
        act.inviter === 'demo' ? demoPlayer : act.inviter === null ? undefined : person(act.inviter);
      return signUpPerson(past, person(act.player), { inviter, confirms: act.confirms });
    }
    case 'buy':
      return buy(past, person(act.player), act);
    case 'trouble':
      return makeTrouble(past, person(act.player), act);
    case 'visit':
      return visit(past, person(act.player), act.share);
    case 'link':
      return linkCharacter(past, person(act.player), act.share);
    case 'play':
      return play(past, person(act.player), act.share);
    case 'refund':
      return refund(past, person(act.player), act);
    case 'dispute':
      return disputePayment(past, person(act.player), act.boughtAt);
    case 'disputeWon':
      return winDisputeOf(past, person(act.player), act.boughtAt);
    default:
      return CARES[act.care](past, person(act.player), act.share);
  }
}

async function nightly(past: Past, hours: number): Promise<void> {
  await sampleHours(past, hours);
  await expireOrders(past.deps);
  for (const { name, run } of JOBS) if (NIGHTLY.has(name)) await run(past.deps);
  await past.work();
}
