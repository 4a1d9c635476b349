import * as z from 'zod/mini';
import { reason } from './people.ts';
import type { OperatorRole, Permission } from './permissions.ts';

/** The unit in which each permission is limited. Every permission that is `limited` for a role has one. */
export const LIMIT_UNITS = {
  'orders.refund': 'cents',
  'orders.regrant': 'cents',
  'deliveries.act': 'deliveries',
  'players.grant': 'coins',
  'players.correct': 'coins',
  'players.block': 'days',
  'players.recover': 'acts',
  /** number of changed odds and prices */
  'catalogue.publish': 'changes',
  /** number of openings of parts, runs of jobs and withdrawn notices; closing is not limited */
  'site.switches': 'openings',
} as const satisfies Partial<Record<Permission, string>>;
export type LimitedPermission = keyof typeof LIMIT_UNITS;

/** The most that an operator may do alone, in the unit of the permission. Null when unlimited. */
export interface Limit {
  perAct: number | null;
  /** Amount from midnight to midnight, UTC. */
  perDay: number | null;
}

/** Limits of a role, in force until an owner sets others for a person. */
export const DEFAULT_LIMITS: Record<LimitedPermission, Partial<Record<OperatorRole, Limit>>> = {
  'orders.refund': {
    manager: { perAct: 50_000, perDay: null },
    support: { perAct: 5000, perDay: 20_000 },
  },
  'orders.regrant': { support: { perAct: 5000, perDay: 20_000 } },
  'deliveries.act': { support: { perAct: 20, perDay: null } },
  'players.grant': {
    manager: { perAct: null, perDay: 5000 },
    support: { perAct: null, perDay: 500 },
  },
  'players.correct': { manager: { perAct: 5000, perDay: null } },
  'players.block': { support: { perAct: 7, perDay: null } },
  'players.recover': { manager: { perAct: 0, perDay: null } },
  'catalogue.publish': { manager: { perAct: 0, perDay: null } },
  'site.switches': { support: { perAct: 0, perDay: null } },
};

const amount = z.nullable(z.int().check(z.nonnegative(), z.maximum(1_000_000_000)));
const limitedPermission = z.enum(Object.keys(LIMIT_UNITS) as [LimitedPermission, ...LimitedPermission[]]);

const staffLimit = z.object({
  operatorId: z.int(),
  permission: limitedPermission,
  /** Unit of the limit, for example `cents`. */
  unit: z.string(),
  perAct: amount,
  perDay: amount,
  /** False when an owner has changed the limit for this person. */
  isDefault: z.boolean(),
  /** Amount that the operator did alone since midnight, UTC. */
  doneToday: z.int(),
});
export type StaffLimit = z.infer<typeof staffLimit>;
/** The limits of all operators, and whether larger acts wait for a second person. */
export const limitsReply = z.object({ limits: z.array(staffLimit), isSecondPersonAsked: z.boolean() });

export const changeLimitsBody = z.strictObject({
  permission: limitedPermission,
  perAct: amount,
  perDay: amount,
  /** Version of the operator. */
  version: z.int(),
  reason,
});
export type ChangeLimitsBody = z.infer<typeof changeLimitsBody>;

/**
 * Whether acts beyond a limit wait for a second person. A site with one operator has no second
 * person.
 */
export const secondPersonBody = z.strictObject({ isAsked: z.boolean(), reason });
export const secondPersonReply = z.object({ isAsked: z.boolean() });
