import { checkBooks } from '#/server/domain/books/checkBooks.ts';
import { catchUpReady } from '#/server/domain/deliveries/readyAt.ts';
import { tellGameAlarms } from '#/server/domain/deliveries/gameAlarms.ts';
import { checkFigures } from '#/server/domain/figures/checkFigures.ts';
import { countFigures } from '#/server/domain/figures/countFigures.ts';
import { closeDays } from '#/server/domain/fairness/closeDays.ts';
import { countDraws } from '#/server/domain/fairness/countDraws.ts';
import { removePictures } from '#/server/domain/pictures/removePictures.ts';
import type { Job } from './jobRunner.ts';
import { cleanUp } from './cleanUp.ts';
import { mailNeeds } from '#/server/domain/operators/mailNeeds.ts';
import { closeAuditDays } from '#/server/domain/operators/auditDays.ts';
import { releaseCashBacks } from '#/server/domain/referral/releaseCashBacks.ts';
import { tellFriends } from '#/server/domain/playerNews/tellFriends.ts';
import { tellPromotions } from '#/server/domain/playerNews/tellPromotions.ts';
import { tellTerms } from '#/server/domain/playerNews/tellTerms.ts';
import { mailNews } from './mailNews.ts';
import { remindUnconfirmed } from './remindUnconfirmed.ts';
import { remindWaiting } from './remindWaiting.ts';
import { removeUnconfirmed } from './removeUnconfirmed.ts';
import { rewardMilestones } from '#/server/domain/referral/rewardMilestones.ts';
import { publishPlanned } from '#/server/areas/operator/catalogue/publishPlanned.ts';
import { sampleOnline } from '#/server/areas/landing/sampleOnline.ts';
import { expireOrders } from '#/server/domain/orders/expireOrders.ts';
import { fetchPayouts } from '#/server/domain/payouts/fetchPayouts.ts';
import { reconcileOrders } from '#/server/domain/payments/reconcileOrders.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** All recurring jobs of the site. */
export const JOBS: readonly Job[] = [
  { name: 'remindUnconfirmed', everyMs: HOUR_MS, run: remindUnconfirmed },
  { name: 'removeUnconfirmed', everyMs: HOUR_MS, run: removeUnconfirmed },
  { name: 'expireOrders', everyMs: MINUTE_MS, part: 'orders', run: expireOrders },
  { name: 'reconcileOrders', everyMs: MINUTE_MS, part: 'orders', run: (deps) => reconcileOrders(deps) },
  { name: 'releaseCashBacks', everyMs: HOUR_MS, part: 'rewards', run: releaseCashBacks },
  { name: 'rewardMilestones', everyMs: 10 * MINUTE_MS, part: 'rewards', run: rewardMilestones },
  // each provider is asked once a day
  { name: 'fetchPayouts', everyMs: HOUR_MS, run: (deps) => fetchPayouts(deps) },
  { name: 'checkBooks', everyMs: MINUTE_MS, run: checkBooks },
  { name: 'countDraws', everyMs: 5 * MINUTE_MS, run: countDraws },
  { name: 'countFigures', everyMs: MINUTE_MS, run: countFigures },
  { name: 'checkFigures', everyMs: 24 * HOUR_MS, run: checkFigures },
  { name: 'closeDays', everyMs: 10 * MINUTE_MS, run: closeDays },
  { name: 'closeAuditDays', everyMs: 10 * MINUTE_MS, run: closeAuditDays },
  { name: 'catchUpReady', everyMs: MINUTE_MS, part: 'deliveries', run: catchUpReady },
  { name: 'remindWaiting', everyMs: HOUR_MS, run: remindWaiting },
  { name: 'tellFriends', everyMs: 10 * MINUTE_MS, run: tellFriends },
  { name: 'tellPromotions', everyMs: 10 * MINUTE_MS, run: tellPromotions },
  { name: 'tellTerms', everyMs: MINUTE_MS, run: tellTerms },
  { name: 'mailNews', everyMs: MINUTE_MS, run: mailNews },
  { name: 'tellGameAlarms', everyMs: 5 * MINUTE_MS, run: tellGameAlarms },
  { name: 'mailNeeds', everyMs: MINUTE_MS, run: mailNeeds },
  { name: 'publishPlanned', everyMs: MINUTE_MS, run: publishPlanned },
  { name: 'sampleOnline', everyMs: 5 * MINUTE_MS, run: sampleOnline },
  { name: 'removePictures', everyMs: 24 * HOUR_MS, run: removePictures },
  { name: 'cleanUp', everyMs: HOUR_MS, run: cleanUp },
];
