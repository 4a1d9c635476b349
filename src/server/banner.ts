import type { Config } from './platform/config/config.ts';
import { hostUrls } from './platform/db/primary.ts';
import { demoPlayer } from './demo/demoPlayer.ts';
import type { Deps } from './platform/kernel/deps.ts';
import { GAME_PATH } from './demo/gamePage.ts';
import { hasOutboxPages } from './demo/outboxPages.ts';
import type { Payments } from './ports/payments.ts';

const mailsText = ({ sender: { code, place } }: Deps['mail']): string =>
  code === 'smtp' ? `SMTP server ${place}` : code === 'outbox' ? `outbox in ${place}` : code;

const paymentsText = ({ providers }: Payments) =>
  [...providers.keys()]
    .map((name) => (name === 'sandbox' ? 'test system, no money moves' : name))
    .join(', ') || 'none, nothing can be bought for euro';

/**
 * Prints the banner of `npm start`: the addresses, the demo sign-in, and the places of data and mails.
 * @param operatorUrl invitation of the first owner in a demonstration
 */
export function banner(
  config: Config,
  { gameServers, mail, payments }: Pick<Deps, 'gameServers' | 'mail' | 'payments'>,
  operatorUrl?: string,
): string {
  const { databaseUrl, dataDir, isDemo, publicUrl } = config;
  const rows = [
    ['ONE RP', publicUrl],
    [
      'data',
      databaseUrl
        ? `PostgreSQL at ${hostUrls(databaseUrl)
            .map((url) => new URL(url).host)
            .join(', ')}`
        : dataDir,
    ],
    ['player counts', gameServers.source],
    ['payments', paymentsText(payments)],
    ['mails', mailsText(mail)],
    ...(hasOutboxPages(config) ? [['read them at', `${publicUrl}/outbox`]] : []),
    ...(isDemo && !databaseUrl ? [['game servers', `simulated, ${publicUrl}${GAME_PATH}`]] : []),
    ...(isDemo
      ? [
          ['demo player', `${demoPlayer.login}  (server ${demoPlayer.serverKey})`],
          ['password', demoPlayer.password],
          ['sign in at', `${publicUrl}/auth`],
        ]
      : []),
    ...(operatorUrl ? [['operator', operatorUrl]] : []),
  ] as [string, string][];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(15)}${value}  `);
  const width = Math.max(...lines.map((line) => line.length));
  const frame = '─'.repeat(width);
  const body = lines.map((line) => `│${line.padEnd(width)}│`);
  return `\n┌${frame}┐\n${body.join('\n')}\n└${frame}┘\n\n`;
}
