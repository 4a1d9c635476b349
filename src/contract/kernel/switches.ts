/** Parts of the site that operators can close and open (O27). */
export const SWITCHES = ['shop', 'openings', 'signUp', 'deliveries'] as const;
export type SwitchName = (typeof SWITCHES)[number];

/** Error code of a call that needs a closed part of the site. */
export const CLOSED_CODES = {
  shop: 'shopClosed',
  openings: 'openingsClosed',
  signUp: 'signUpClosed',
  deliveries: 'deliveriesClosed',
} as const satisfies Record<SwitchName, string>;
