import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { CLOSED_CODES, type SwitchName } from '#/contract/kernel/switches.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { siteSwitches } from '#/server/platform/db/tables/site/background.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';

interface Switching {
  name: SwitchName;
  operatorId: number;
  reason: string;
}

const targetOf = (name: SwitchName) => ({ type: 'switch', id: name });
const whereClosed = (name: SwitchName) => and(eq(siteSwitches.name, name), eq(siteSwitches.isClosed, true));

/**
 * Closes a part of the site (O27): every process refuses its calls within 5 s. Arriving money is still booked, and
 * deliveries at a game server are settled.
 * @throws AppError operatorChanged if it is closed already
 */
export async function closeAct(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { name, operatorId, reason }: Switching,
): Promise<ActOutcome<Record<string, never>>> {
  const closed = { isClosed: true, changedAt: now(), changedBy: operatorId, reason };
  const [row] = await tx
    .insert(siteSwitches)
    .values({ name, ...closed })
    .onConflictDoUpdate({
      target: siteSwitches.name,
      set: closed,
      setWhere: eq(siteSwitches.isClosed, false),
    })
    .returning({ name: siteSwitches.name });
  if (!row) fail('operatorChanged');
  const code = CLOSED_CODES[name];
  return {
    reply: {},
    target: targetOf(name),
    before: { isOpen: true },
    after: { isOpen: false },
    foreseen: {
      sentences: Object.fromEntries(
        LOCALES.map((locale) => [locale, pageText(locale, `errors:${code}`) ?? '']),
      ),
    },
    amount: 0,
  };
}

/** Opens a part of the site again. @throws AppError operatorChanged if it is open already */
export async function openAct(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { name, operatorId, reason }: Switching,
): Promise<ActOutcome<Record<string, never>>> {
  const [closed] = await tx.select().from(siteSwitches).where(whereClosed(name)).for('update');
  if (!closed) return fail('operatorChanged');
  await tx
    .update(siteSwitches)
    .set({ isClosed: false, changedAt: now(), changedBy: operatorId, reason })
    .where(whereClosed(name));
  return {
    reply: {},
    // a request to open ends with this closing: the next one may have another reason
    target: { ...targetOf(name), version: closed.changedAt.getTime() },
    before: { isOpen: false },
    after: { isOpen: true },
    // counts as one opening; the limit of support is 0, so support needs a second person
    amount: 1,
  };
}
