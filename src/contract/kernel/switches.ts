/** Parts of the site that operators can close and open (O27). */
export const SWITCHES = ['shop', 'openings', 'signUp', 'deliveries'] as const;
export type SwitchName = (typeof SWITCHES)[number];

/** What is answered to whoever asks a closed part for something. */
export const CLOSED_CODES = {
  shop: 'shopClosed',
  openings: 'openingsClosed',
  signUp: 'signUpClosed',
  deliveries: 'deliveriesClosed',
} as const satisfies Record<SwitchName, string>;
