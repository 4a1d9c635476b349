import { openLink, tokensFor, verify } from '../../support/access/mailedLinks.ts';
import { NEW_PASSWORD } from '../../support/access/reset.ts';
import { signIn } from '../../support/players/settings.ts';
import {
  beginChange,
  type Contested,
  createContested,
  undoLink,
  WAYS,
} from '../../support/access/takeover.ts';
import type { TestApp } from '../../support/app/testApp.ts';

/**
 * Attacks on an account through a change of its e-mail, and in how many of them the account was the stranger's at the
 * end.
 */
export interface TakeoverFigure {
  attacks: number;
  takenOver: string[];
}

/** Presses every link that the stranger can read, then looks at whom the account belongs to. */
async function isStrangers(site: TestApp, account: Contested, links: readonly string[]): Promise<boolean> {
  for (const link of links) await verify(site, link);
  const { rows } = await site.pool.query<{ email: string }>('SELECT email FROM accounts WHERE id = $1', [
    account.accountId,
  ]);
  const isMoved = rows[0]?.email !== account.email;
  const isOpen = (await site.get('/api/v1/user', account.stranger)).statusCode === 200;
  return isMoved || isOpen || (await signIn(site, account.login, {}, NEW_PASSWORD)).statusCode !== 200;
}

const ATTACKS: Record<string, (site: TestApp) => Promise<boolean>> = {
  // signed up with the player's address, which the player then recovers
  changeOfUnconfirmed: async (site) => {
    const account = await createContested(site, false);
    const links = await beginChange(site, account);
    await WAYS['mailbox']!(site, account);
    return isStrangers(site, account, links);
  },
  // begun in a stolen session, agreed to by the old address, then the player recovers
  changeInStolenSession: async (site) => {
    const account = await createContested(site, true);
    const [oldToken, newToken] = await beginChange(site, account);
    await verify(site, oldToken);
    await WAYS['mailbox']!(site, account);
    return isStrangers(site, account, [newToken, oldToken]);
  },
  // a mail scanner opens every link to the player's address and runs its page
  changeReadByScanner: async (site) => {
    const account = await createContested(site, true);
    const [, newToken] = await beginChange(site, account);
    for (const link of await tokensFor(site, account.email)) await openLink(site, link);
    await verify(site, newToken);
    await WAYS['mailbox']!(site, account);
    return isStrangers(site, account, [newToken]);
  },
  // done, and taken back by the address that was left
  changeDone: async (site) => {
    const account = await createContested(site, true);
    for (const link of await beginChange(site, account)) await verify(site, link);
    await verify(site, await undoLink(site, account.email));
    await WAYS['mailbox']!(site, account);
    return isStrangers(site, account, []);
  },
};

/** Tries to keep an account through a change of its e-mail while its player takes it back. */
export async function tryTakeovers(site: TestApp): Promise<TakeoverFigure> {
  const takenOver: string[] = [];
  for (const [name, attack] of Object.entries(ATTACKS)) if (await attack(site)) takenOver.push(name);
  return { attacks: Object.keys(ATTACKS).length, takenOver };
}
