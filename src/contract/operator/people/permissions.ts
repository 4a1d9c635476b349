/** Roles of the people who run the site. */
export const OPERATOR_ROLES = ['owner', 'manager', 'support', 'viewer'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/**
 * yes: allowed; limited: allowed up to a limit, beyond which a second person must approve; own:
 * allowed for the operator's own things; no: refused.
 */
export type Grade = 'yes' | 'limited' | 'own' | 'no';

interface Rule extends Record<OperatorRole, Grade> {
  /** Whether the permission needs a code of the second factor from the last ten minutes. */
  proof?: true;
}

/**
 * Grade of each permission for each role (O4). The server decides by this table, and pages hide by
 * it. A test tries every call with every role.
 */
export const PERMISSIONS = {
  'see.sums': { owner: 'yes', manager: 'yes', support: 'yes', viewer: 'yes' },
  'see.orders': { owner: 'yes', manager: 'yes', support: 'yes', viewer: 'yes' },
  'see.players': { owner: 'yes', manager: 'yes', support: 'yes', viewer: 'yes' },
  'see.personal': { owner: 'yes', manager: 'yes', support: 'yes', viewer: 'no' },
  'orders.refund': { owner: 'yes', manager: 'limited', support: 'limited', viewer: 'no', proof: true },
  'orders.regrant': { owner: 'yes', manager: 'yes', support: 'limited', viewer: 'no', proof: true },
  'orders.note': { owner: 'yes', manager: 'yes', support: 'yes', viewer: 'no' },
  'deliveries.act': { owner: 'yes', manager: 'yes', support: 'limited', viewer: 'no' },
  'players.grant': { owner: 'yes', manager: 'limited', support: 'limited', viewer: 'no', proof: true },
  'players.correct': { owner: 'yes', manager: 'limited', support: 'no', viewer: 'no', proof: true },
  'players.block': { owner: 'yes', manager: 'yes', support: 'limited', viewer: 'no' },
  'players.recover': { owner: 'yes', manager: 'limited', support: 'no', viewer: 'no', proof: true },
  'players.data': { owner: 'yes', manager: 'yes', support: 'no', viewer: 'no', proof: true },
  'catalogue.edit': { owner: 'yes', manager: 'yes', support: 'no', viewer: 'no' },
  'catalogue.publish': { owner: 'yes', manager: 'limited', support: 'no', viewer: 'no', proof: true },
  'discounts.edit': { owner: 'yes', manager: 'yes', support: 'no', viewer: 'no' },
  'mails.act': { owner: 'yes', manager: 'yes', support: 'no', viewer: 'no' },
  'servers.keys': { owner: 'yes', manager: 'yes', support: 'no', viewer: 'no', proof: true },
  'site.switches': { owner: 'yes', manager: 'yes', support: 'limited', viewer: 'no', proof: true },
  'exports.make': { owner: 'yes', manager: 'yes', support: 'no', viewer: 'no', proof: true },
  'tax.rates': { owner: 'yes', manager: 'no', support: 'no', viewer: 'no', proof: true },
  'tax.settle': { owner: 'yes', manager: 'yes', support: 'no', viewer: 'no' },
  'audit.see': { owner: 'yes', manager: 'yes', support: 'own', viewer: 'own' },
  'staff.manage': { owner: 'yes', manager: 'no', support: 'no', viewer: 'no', proof: true },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof PERMISSIONS;

/** Grade of a permission for a role. */
export const gradeOf = (role: OperatorRole, permission: Permission): Grade => PERMISSIONS[permission][role];

/** Whether acts of a permission need a fresh code. */
export const needsProof = (permission: Permission): boolean => 'proof' in PERMISSIONS[permission];
