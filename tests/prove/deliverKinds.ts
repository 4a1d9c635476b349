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

/** How often the time of a game server passes as fast as that of the site: nobody waits for its back-off. */
export const SPEED = 20;

/** Where the site is killed. */
export const SITE_POINTS = [
  'after the grant',
  'after the lease',
  'before the result',
  'after the result',
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

/** What the keys of the games may do. */
export const KEY_SCOPES = ['deliver', 'players', 'link', 'purchase'] as const;
