import * as z from 'zod/mini';
import { rarity } from './cases.ts';

/** A rare prize that its winner has been shown. */
export const drop = z.object({
  /** Increases with time. */
  id: z.int(),
  /** Login of the winner, masked. */
  player: z.string(),
  serverName: z.string(),
  item: z.object({ name: z.string(), imageName: z.string(), color: rarity }),
  case: z.object({ id: z.int(), name: z.string() }),
  at: z.iso.datetime(),
});
export type Drop = z.infer<typeof drop>;

/** Newest first. */
export const dropsReply = z.object({ drops: z.array(drop) });
/** Length of the feed. */
export const DROPS_SHOWN = 20;
