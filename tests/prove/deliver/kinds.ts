/** Bridges of the adapters that the proof runs. */
export type FivemBridge = 'standalone' | 'qb' | 'esx' | 'ox';
export type RagempBridge = 'sql' | 'events';

/** Commands that the proof sends to a game server. */
export type GameCommand =
  | { do: 'join' | 'leave'; player: string }
  | { do: 'link'; player: string; code: string }
  | { do: 'buy'; player: string; goods: number; coins: number }
  | { do: 'kill'; step: string }
  | { do: 'failDatabase' | 'save' };

/** Factor by which a game server's time is faster than the site's, so that its back-off takes no real time. */
export const SPEED = 20;

/** Points at which the site is killed. */
export const SITE_POINTS = [
  'after the grant',
  'after the lease',
  'before the result',
  'after the result',
  'before players are noted',
  'after players are noted',
] as const;
export type SitePoint = (typeof SITE_POINTS)[number];

/** Steps of a delivery at which a game server is killed (K3). */
export const GAME_STEPS = [
  'before started',
  'after started',
  'after effect',
  'after save',
  'before done',
  'after done',
  'before the answer',
] as const;
export type GameStep = (typeof GAME_STEPS)[number];

/** Scopes of the games' keys. */
export const KEY_SCOPES = ['deliver', 'players', 'link', 'purchase'] as const;
